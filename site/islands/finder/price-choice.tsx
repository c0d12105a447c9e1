import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FieldError, TextField } from '../../features/forms/text-field'
import { latinDigits } from '../../lib/i18n/digits'
import { currencyInText, formatMoney } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import type { Facets } from './arrange'
import { shownTender } from './tender'
import type { Change } from './use-wish'
import { priceRange, type PriceRange } from './wish'

interface Props {
  price: PriceRange | undefined
  facets: Facets | undefined
  change: Change
}

// Long enough for the next digit.
const applyAfter = 500

/** The lowest and the highest price to see, typed in. */
export function PriceChoice({ price, facets, change }: Props) {
  const { t } = site()
  const { currency, exponent } = shownTender()
  const [typed, setTyped] = useState({ min: text(price?.min), max: text(price?.max) })
  const [wrong, setWrong] = useState(false)
  const steps = useRef(0)
  const apply = useEffectEvent(() => {
    const [min, max] = [amountOf(typed.min), amountOf(typed.max)]
    const next = priceRange(min, max, currency)
    const bad = min === undefined || max === undefined || (!next && (Number(min) > 0 || max !== ''))
    setWrong(bad)
    if (bad || (text(next?.min) === text(price?.min) && text(next?.max) === text(price?.max))) return
    // One step back undoes all that was typed.
    change({ price: next }, steps.current++ ? 'replace' : 'push')
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(), applyAfter)
    return () => clearTimeout(timer)
  }, [typed])
  const field = (name: 'min' | 'max') => ({
    id: `filter-price-${name}`,
    value: typed[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    dir: 'ltr',
    maxLength: 13,
    'aria-invalid': wrong || undefined,
    'aria-describedby': wrong ? 'filter-price-error' : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  })
  const example = (amount: number | undefined) => (amount ? formatMoney({ amount, currency, exponent }) : undefined)
  return (
    <>
      <div className="filter-price">
        <TextField {...field('min')} label={t('finder.least')} placeholder={example(facets?.price.min)} />
        <TextField {...field('max')} label={t('finder.most')} placeholder={example(facets?.price.max)} />
      </div>
      <FieldError id="filter-price" text={wrong ? t('finder.priceWrong') : undefined} />
      <p className="small muted">{t('finder.priceHint', { currency: currencyInText(currency) })}</p>
    </>
  )
}

const text = (amount: number | undefined) => (amount === undefined ? '' : String(amount))

/** What was typed as a number, empty where nothing was; undefined where it is none. */
function amountOf(typed: string): string | undefined {
  const plain = latinDigits(typed)
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.')
  return /^(?:\d{1,9}(?:\.\d{1,3})?)?$/.test(plain) ? plain : undefined
}

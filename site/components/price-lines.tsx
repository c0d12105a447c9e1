import type { components } from '../lib/api.gen'
import { lengthText, moneyIn, type Currency, type PriceDetails } from '../lib/booking'
import { site } from '../lib/site'
import { unitTitle } from '../lib/units'
import { Amount } from './ui/amount'

type Line = components['schemas']['PriceLine']

interface Props {
  price: PriceDetails
  currency: Currency
}

/** What a price is made of, line by line. */
export function PriceLines({ price, currency }: Props) {
  const { t } = site()
  return (
    <ul className="sums">
      {price.lines.map((line) => (
        <li key={`${line.kind} ${line.id}`}>
          <LineText line={line} currency={currency} />
          <Amount money={moneyIn(currency, line.amount)} />
        </li>
      ))}
      {price.discount > 0 && (
        <>
          <li>
            <span>{t('cart.original')}</span>
            <Amount money={moneyIn(currency, price.original)} />
          </li>
          <li className="sums-off">
            <span>{t('cart.discount')}</span>
            <Amount money={moneyIn(currency, -price.discount)} />
          </li>
        </>
      )}
    </ul>
  )
}

function LineText({ line, currency }: { line: Line; currency: Currency }) {
  const { t } = site()
  const { quantity, length, unitPrice, originalUnitPrice, pricedBy } = line
  const stay = lengthText(length, pricedBy === 'NIGHT' ? 'NIGHT' : 'DAY')
  const title = unitTitle({ type: line.type ?? 'OTHER', title: line.title })
  return (
    <span>
      {line.kind === 'booking' ? title : t('cart.counted', { quantity, title })}
      {stay && ` · ${stay}`}
      {line.kind !== 'booking' && (
        <small className="muted block">
          {originalUnitPrice !== undefined && (
            <s>
              <span className="sr-only">{t('card.wasPrice')} </span>
              <Amount money={moneyIn(currency, originalUnitPrice)} />
            </s>
          )}{' '}
          <Amount money={moneyIn(currency, unitPrice)} /> {pricedBy ? t(`per.${pricedBy as 'PERSON'}`) : t('cart.each')}
        </small>
      )}
    </span>
  )
}

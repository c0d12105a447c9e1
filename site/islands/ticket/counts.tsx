import { Amount } from '../../components/ui/amount'
import { formatAges } from '../../lib/ages'
import type { Unit } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { unitTitle } from '../../lib/units'
import { canAdd, lengthOf, maxExtra, maxLength } from './pricing'
import { Stepper } from './stepper'
import type { TicketProduct } from './ticket'
import type { Chosen } from './use-choice'

interface Props {
  product: TicketProduct
  chosen: Chosen
}

/** Travellers, or cars and tents, each with its ages and limits. */
export function Counts({ chosen }: Pick<Props, 'chosen'>) {
  const { t } = site()
  const { option, units } = chosen
  if (option.units.length === 0) return null
  const set = (unit: Unit, count: number) => chosen.change({ units: { ...units, [unit.id]: count } })
  return (
    <fieldset className="counts">
      <legend>{t(option.price ? 'ticket.groupSize' : 'ticket.travellers')}</legend>
      {option.units.map((unit) => (
        <Stepper
          key={unit.id}
          label={unitTitle(unit)}
          note={unit.ages ? formatAges(unit.ages, true) : undefined}
          value={units[unit.id] ?? 0}
          min={unit.min ?? 0}
          canAdd={canAdd(option, units, unit)}
          onChange={(count) => set(unit, count)}
        />
      ))}
      {option.maxTravellers > 0 && (
        <p className="small muted">{t('ticket.maxPerItem', { count: option.maxTravellers })}</p>
      )}
    </fieldset>
  )
}

export function LengthOfStay({ product, chosen }: Props) {
  const { t } = site()
  const length = lengthOf(product, chosen.option)
  if (!length?.open) return null
  return (
    <fieldset className="counts">
      <legend className="sr-only">{t(length.by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')}</legend>
      <Stepper
        label={t(length.by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')}
        value={chosen.length}
        min={length.min}
        canAdd={chosen.length < maxLength(length)}
        onChange={(count) => chosen.change({ length: count })}
      />
    </fieldset>
  )
}

export function Extras({ product, chosen }: Props) {
  const { t } = site()
  const { currency, currencyExponent: exponent, extras } = product
  if (!extras?.length) return null
  return (
    <details className="extras-field">
      <summary className="select">
        <span className="small muted">{t('ticket.extras')}</span>
        <span>{extras.map(({ title }) => title).join(' · ')}</span>
        <i className="icon icon-chevron" aria-hidden="true" />
      </summary>
      {extras.map((extra) => (
        <Stepper
          key={extra.id}
          label={extra.title}
          note={<Amount money={{ amount: extra.price, currency, exponent }} />}
          value={chosen.extras[extra.id] ?? 0}
          min={0}
          canAdd={(chosen.extras[extra.id] ?? 0) < maxExtra(extra, chosen.travellers)}
          onChange={(count) => chosen.change({ extras: { ...chosen.extras, [extra.id]: count } })}
        />
      ))}
    </details>
  )
}

import { Amount } from '../../components/ui/amount'
import { Icon } from '../../components/ui/icon'
import { formatAges } from '../../lib/ages'
import type { Unit } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { unitTitle } from '../../lib/units'
import { canAdd, lengthOf, maxExtra, maxLength } from './pricing'
import { Stepper } from './stepper'
import type { TicketProduct } from './ticket-product'
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
    <details className="counts">
      <summary className="select">
        <span className="small muted">{t(option.price ? 'ticket.groupSize' : 'ticket.travellers')}</span>
        <span>{countsText(chosen)}</span>
        <Icon name="chevron" />
      </summary>
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
    </details>
  )
}

/** "2 travellers", or what is taken where cars, tents or family tickets are counted. */
function countsText({ option, units, travellers }: Chosen): string {
  const taken = option.units.filter(({ id }) => (units[id] ?? 0) > 0)
  if (taken.every(({ type, paxCount }) => type !== 'OTHER' && paxCount === 1)) {
    return site().t('travellers.count', { count: travellers })
  }
  return taken.map((unit) => `${units[unit.id]} × ${unitTitle(unit)}`).join(' · ')
}

export function LengthOfStay({ product, chosen }: Props) {
  const { t } = site()
  const length = lengthOf(product, chosen.option)
  if (!length?.open) return null
  return (
    <Stepper
      label={t(length.by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')}
      value={chosen.length}
      min={length.min}
      canAdd={chosen.length < maxLength(length)}
      onChange={(count) => chosen.change({ length: count })}
    />
  )
}

export function Extras({ product, chosen }: Props) {
  const { t } = site()
  const { currency, currencyExponent: exponent, extras } = product
  if (!extras?.length) return null
  return (
    <details className="counts">
      <summary className="select">
        <span className="small muted">{t('ticket.extras')}</span>
        <span className="select-value">{extras.map(({ title }) => title).join(' · ')}</span>
        <Icon name="chevron" />
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

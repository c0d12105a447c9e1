import { Amount } from '../../components/ui/amount'
import { formatAges } from '../../lib/ages'
import type { Extra, Unit } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { unitTitle } from '../../lib/units'
import { FieldFault } from './field-fault'
import { Fold } from './fold'
import { leftOf, lengthOf, limitOf, maxExtra, maxLength, type Limit } from './pricing'
import { Stepper } from './stepper'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
}

/** Travellers, or cars and tents, each with its ages, price and limits. */
export function Travellers({ ticket, opened }: Props & { opened: boolean }) {
  const { t } = site()
  const { option, units } = ticket.draft
  if (option.units.length === 0) return null
  return (
    <div data-field="units">
      <Fold
        label={t(option.price ? 'ticket.groupSize' : 'ticket.travellers')}
        value={unitsText(ticket)}
        opened={opened}
        describedBy={ticket.describedBy('units')}
      >
        {option.units.map((unit) => (
          <Stepper
            key={unit.id}
            label={unitTitle(unit)}
            note={<UnitNote ticket={ticket} unit={unit} />}
            value={units[unit.id] ?? 0}
            min={unit.min ?? 0}
            limit={limitText(limitOf(option, units, unit, seatsOf(ticket)), unit)}
            onChange={(count) => ticket.change({ units: { ...units, [unit.id]: count } })}
          />
        ))}
        <p className="party-limit small" role="status">
          <PartyLimit ticket={ticket} />
        </p>
      </Fold>
      <FieldFault ticket={ticket} at="units" />
    </div>
  )
}

function UnitNote({ ticket: { product, draft }, unit }: Props & { unit: Unit }) {
  const { t } = site()
  const { currency, currencyExponent: exponent } = product
  const priced = !draft.option.price
  return (
    <>
      {unit.ages && formatAges(unit.ages, true)}
      {unit.ages && priced && ' · '}
      {priced && (unit.price === 0 ? t('unit.free') : <Amount money={{ amount: unit.price, currency, exponent }} />)}
    </>
  )
}

/** Seats of the chosen start. */
function seatsOf({ slot }: TicketState): number {
  return slot && slot.status !== 'FREESALE' ? slot.vacancies : Infinity
}

/** A unit's own limit is told beside it; those of the whole party once, below all units. */
function limitText(limit: Limit | undefined, unit: Unit): string | undefined {
  if (limit === 'unit') return site().t('ticket.atMost', { n: unit.max })
  return limit && ''
}

/** How many may travel; once there can be no more, what stands in the way. */
function PartyLimit({ ticket }: Props) {
  const { t } = site()
  const { option, units } = ticket.draft
  const limits = option.units.map((unit) => limitOf(option, units, unit, seatsOf(ticket)))
  if (limits.includes('seats')) return <b>{t('ticket.left', { count: leftOf(option, seatsOf(ticket)) })}</b>
  if (limits.includes('travellers')) return <b>{t('travellers.upTo', { count: option.maxTravellers })}</b>
  return option.maxTravellers > 0 && t('ticket.maxPerItem', { count: option.maxTravellers })
}

/** "2 travellers", or what is taken where cars, tents or family tickets are counted. */
function unitsText({ draft: { option, units }, travellers }: TicketState): string {
  const taken = option.units.filter(({ id }) => (units[id] ?? 0) > 0)
  if (taken.every(({ type, paxCount }) => type !== 'OTHER' && paxCount === 1)) {
    return site().t('travellers.count', { count: travellers })
  }
  return taken.map((unit) => `${units[unit.id]} × ${unitTitle(unit)}`).join(' · ')
}

export function LengthOfStay({ ticket }: Props) {
  const { t } = site()
  const { product, draft } = ticket
  const length = lengthOf(product, draft.option)
  if (!length?.open) return null
  const most = maxLength(length)
  return (
    <div data-field="length">
      <Stepper
        label={t(length.by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')}
        value={draft.length}
        min={length.min}
        limit={draft.length < most ? undefined : t('ticket.atMost', { n: most })}
        onChange={(count) => ticket.change({ length: count })}
      />
      <FieldFault ticket={ticket} at="length" />
    </div>
  )
}

export function Extras({ ticket }: Props) {
  const { t } = site()
  const { currency, currencyExponent: exponent, extras } = ticket.product
  if (!extras?.length) return null
  return (
    <div data-field="extras">
      <Fold label={t('ticket.extras')} value={extrasText(ticket, extras)} describedBy={ticket.describedBy('extras')}>
        {extras.map((extra) => {
          const count = ticket.extras[extra.id] ?? 0
          const most = maxExtra(extra, ticket.travellers)
          return (
            <Stepper
              key={extra.id}
              label={extra.title}
              note={<Amount money={{ amount: extra.price, currency, exponent }} />}
              value={count}
              min={0}
              limit={count < most ? undefined : t('ticket.atMost', { n: most })}
              onChange={(next) => ticket.change({ extras: { ...ticket.draft.extras, [extra.id]: next } })}
            />
          )
        })}
      </Fold>
      <FieldFault ticket={ticket} at="extras" />
    </div>
  )
}

/** What is taken, or what there is. */
function extrasText(ticket: TicketState, extras: Extra[]): string {
  const taken = extras.filter(({ id }) => (ticket.extras[id] ?? 0) > 0)
  if (taken.length === 0) return extras.map(({ title }) => title).join(' · ')
  return taken.map(({ id, title }) => `${ticket.extras[id]} × ${title}`).join(' · ')
}

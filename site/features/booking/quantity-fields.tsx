import { Disclosure } from '../../components/ui/disclosure'
import { LengthStepper, Stepper } from './stepper'
import { Amount } from '../../components/ui/amount'
import { UnitSteppers } from './unit-steppers'
import { formatAges } from '../../lib/i18n/ages'
import { dot } from '../../lib/i18n/format'
import type { Extra, Unit } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { quantityTexts } from '../../lib/i18n/units'
import { travellersOf, withCounts, type Counts } from './counts'
import { chosenExtras } from './ticket-draft'
import { PartError } from './part-error'
import { remainingUnits, lengthOf, maxExtraCount, maxLength } from './pricing'
import type { TicketProps, TicketState } from './use-ticket'

/** Travellers, or cars and tents, each with its ages, price and limits. */
export function Travellers({ ticket, defaultOpen }: TicketProps & { defaultOpen: boolean }) {
  const { option, units } = ticket.draft
  if (option.units.length === 0) return null
  const seats = seatLimitOf(ticket)
  return (
    <div data-field="units">
      <Disclosure
        title={t(option.price ? 'ticket.groupSize' : 'ticket.travellers')}
        value={unitsText(ticket)}
        defaultOpen={defaultOpen}
        describedBy={ticket.describedBy('units')}
      >
        <UnitSteppers
          units={option.units}
          counts={units}
          maxTravellers={option.maxTravellers}
          seats={seats}
          remaining={seats && remainingUnits(option, seats)}
          noteOf={(unit) => <UnitNote ticket={ticket} unit={unit} />}
          onChange={(counts) => ticket.change({ units: counts })}
        />
      </Disclosure>
      <PartError ticket={ticket} part="units" />
    </div>
  )
}

function UnitNote({ ticket: { product, draft }, unit }: TicketProps & { unit: Unit }) {
  const { currency, currencyExponent: exponent } = product
  // Units of an option that is priced per booking have no price of their own: they are not free.
  const priced = product.price !== undefined && !draft.option.price
  return (
    <>
      {unit.ages && formatAges(unit.ages, true)}
      {unit.ages && priced && dot}
      {priced && (unit.price === 0 ? t('unit.free') : <Amount money={{ amount: unit.price, currency, exponent }} />)}
    </>
  )
}

/** Returns the seats of the chosen start; undefined if they are no limit, as for one price for a group. */
function seatLimitOf({ slot, draft }: TicketState): number | undefined {
  return slot && slot.status !== 'FREESALE' && !draft.option.price ? slot.vacancies : undefined
}

/** Returns "2 travellers", or the chosen units where cars, tents or family tickets are counted. */
function unitsText({ draft: { option, units } }: TicketState): string {
  const chosenUnits = option.units.filter(({ id }) => (units[id] ?? 0) > 0)
  if (chosenUnits.every(({ type, paxCount }) => type !== 'OTHER' && paxCount === 1)) {
    return t('travellers.count', { count: travellersOf(option.units, units) })
  }
  return quantityTexts(withCounts(chosenUnits, units)).join(dot)
}

export function LengthOfStay({ ticket }: TicketProps) {
  const { product, draft } = ticket
  const length = lengthOf(product, draft.option)
  if (!length?.choosable) return null
  return (
    <div data-field="length">
      <LengthStepper
        by={length.by}
        value={draft.length}
        min={length.min}
        max={maxLength(length)}
        onChange={(count) => ticket.change({ length: count })}
      />
      <PartError ticket={ticket} part="length" />
    </div>
  )
}

export function Extras({ ticket }: TicketProps) {
  const { product, draft } = ticket
  const { currency, currencyExponent: exponent, extras } = product
  if (!extras?.length) return null
  const chosen = chosenExtras(product, draft)
  return (
    <div data-field="extras">
      <Disclosure
        title={t('ticket.extras')}
        value={extrasText(extras, chosen)}
        describedBy={ticket.describedBy('extras')}
      >
        {extras.map((extra) => (
          <Stepper
            key={extra.id}
            label={extra.title}
            note={<Amount money={{ amount: extra.price, currency, exponent }} />}
            value={chosen[extra.id] ?? 0}
            min={0}
            max={maxExtraCount(extra, travellersOf(draft.option.units, draft.units))}
            onChange={(count) => ticket.change({ extras: { ...draft.extras, [extra.id]: count } })}
          />
        ))}
      </Disclosure>
      <PartError ticket={ticket} part="extras" />
    </div>
  )
}

/** Returns the chosen extras, or how many there are. */
function extrasText(extras: Extra[], counts: Counts): string {
  return quantityTexts(withCounts(extras, counts)).join(dot) || t('ticket.noExtras', { count: extras.length })
}

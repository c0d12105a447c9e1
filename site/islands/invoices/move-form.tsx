import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../components/ui/button'
import { Disclosure } from '../../components/ui/disclosure'
import { isBookable } from '../../features/booking/availability'
import { OptionChoice } from '../../features/booking/option-choice'
import { ticketErrorOf } from '../../features/booking/ticket-error'
import { UnitSteppers } from '../../features/booking/unit-steppers'
import type { GuestDraft } from '../../features/cart/guest'
import { EmailField, TextField } from '../../features/forms/text-field'
import { internationalNumber } from '../../features/phone/calling-codes'
import type { Form } from '../../features/forms/use-form'
import type { Problem } from '../../features/http/api'
import { problemText } from '../../features/http/problems'
import { clockOf } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import type { Booking, Order } from '../../features/order/order'
import { unitAges } from '../../lib/i18n/ages'
import { t } from '../../lib/site'
import { BookingName } from './dialog-parts'
import { MoveCalendar, MoveStarts } from './move-days'
import {
  seatLimitOf,
  useMove,
  type MoveOptions,
  type MoveState,
  useMoveForm,
  type Save,
  type MoveQuote,
} from './use-move'
import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/money/price'

interface Props {
  order: Order
  booking: Booking
  options: MoveOptions
  closeButton: ReactNode
  save: Save
  /** Called when the booking cannot be moved any more. */
  onTooLate: () => void
}

/** The form of a move: day, start, party and lead traveller; below, the price of the change. */
export function MoveForm({ order, booking, options, closeButton, save, onTooLate }: Props) {
  const move = useMove(order.id, booking, options)
  const { form, quote, ready, problem, submit } = useMoveForm(move, leadOf(order, options), save, onTooLate)
  const alert = useRef<HTMLDivElement>(null)
  const failed = problem !== undefined && problem !== move.quote.problem
  useEffect(() => {
    if (failed) alert.current?.focus()
  }, [failed])
  return (
    <form className="dialog-body" noValidate onSubmit={submit}>
      <BookingName booking={booking} />
      <p className="small muted">{t('move.until', { moment: deadlineAt(options.until, clockOf(booking)) })}</p>
      <OptionChoice options={options.options} chosen={move.option.id} onChoose={move.chooseOption} />
      {options.fixedDay ? <p>{t('move.agreed')}</p> : <MoveCalendar move={move} booking={booking} />}
      <MoveStarts move={move} booking={booking} />
      {!options.fixedParty && <PartyFields move={move} />}
      <LeadFields form={form} />
      <div className="move-price">
        <MovePrice {...{ order, options, quote, move }} renamed={ready && !move.changed} />
        <div ref={alert} role="alert" tabIndex={-1}>
          {problem && <p className="field-error">{moveProblemText(problem, move)}</p>}
        </div>
        <div className="dialog-actions">
          <Button type="submit" label={t('move.confirm')} loading={form.busy} disabled={!ready} />
          {closeButton}
        </div>
      </div>
    </form>
  )
}

function moveProblemText(problem: Problem, { option }: MoveState): string {
  switch (problem.code) {
    case 'not_possible':
      return t('move.elsewhere')
    case 'price_changed':
      return t('move.priceChanged')
    case 'invalid':
    case 'sold_out':
      if (problem.fields?.[0]?.name.startsWith('pickup.')) return t('move.pickup')
      return ticketErrorOf(problem, option).text
    default:
      return problemText(problem)
  }
}

/** The lead traveller: the guest, or else the buyer. */
function leadOf({ buyer }: Order, { guest }: MoveOptions): GuestDraft {
  const { firstName, lastName, email } = buyer
  const lead = guest?.name ? guest : { name: `${firstName} ${lastName}`, email, phone: internationalNumber(buyer) }
  return { info: guest?.info ?? '', ...lead }
}

function PartyFields({ move }: { move: MoveState }) {
  const { option, units } = move
  if (option.units.length === 0) return null
  return (
    <fieldset className="move-party">
      <legend>{t('ticket.travellers')}</legend>
      <UnitSteppers
        units={option.units}
        counts={units}
        maxTravellers={option.maxTravellers}
        seats={seatLimitOf(move)}
        remaining={seatLimitOf(move)}
        noteOf={unitAges}
        onChange={(counts) => move.change({ units: counts })}
      />
    </fieldset>
  )
}

/** The fields of the lead traveller, which an error opens. */
function LeadFields({ form: { field, values } }: { form: Form<GuestDraft> }) {
  return (
    <Disclosure title={t('move.lead')} value={values.name}>
      <div className="field-grid">
        <TextField {...field('name')} label={t('cart.guestName')} maxLength={200} autoComplete="off" />
        <EmailField {...field('email')} label={t('cart.guestEmail')} autoComplete="off" />
        <TextField
          {...field('phone')}
          label={t('cart.guestPhone')}
          type="tel"
          dir="ltr"
          maxLength={40}
          autoComplete="off"
        />
      </div>
    </Disclosure>
  )
}

interface PriceProps {
  order: Order
  options: MoveOptions
  quote: MoveQuote | undefined
  move: MoveState
  /** Only the lead traveller is another. */
  renamed: boolean
}

/** The price after a change and the difference: to be paid, or given back. */
function MovePrice({ order, options, quote, move, renamed }: PriceProps) {
  if (!move.changed) return <p className="muted">{renamed ? t('move.same') : unchangedText(options, move)}</p>
  if (move.quote.pending) return <p role="status">{t('ticket.checking')}</p>
  if (!quote) return null
  const { rows, note } = differenceOf(order, quote)
  return (
    <div role="status">
      <p className="total">
        <span>{t('move.newPrice')}</span>
        <Amount exact money={moneyIn(quote, quote.amount)} />
      </p>
      {rows.map(
        ([label, amount]) =>
          amount > 0 && (
            <p key={label} className="total">
              <span>{t(label)}</span>
              <output>
                <Amount exact money={moneyIn(quote, amount)} />
              </output>
            </p>
          ),
      )}
      <p className="small muted">{t(note)}</p>
    </div>
  )
}

/** Returns what can be changed: of a price that was agreed, not the party, and the day only if its departure is off. */
function unchangedText({ fixedDay, fixedParty }: MoveOptions, { slots }: MoveState): string {
  if (!fixedParty) return t('move.nothing')
  if (!fixedDay) return t('move.nothingDisrupted')
  const alone = slots !== undefined && slots.filter(isBookable).length < 2
  return t(alone ? 'move.nothingAlone' : 'move.nothingAgreed')
}

/** Returns the messages of a difference in price: its parts with their amounts, and what becomes of it. */
function differenceOf({ payment }: Order, { difference, back = 0, lessDue = 0, paidFirst }: MoveQuote) {
  const rows = [['move.more', difference] as const, ['cancel.refund', back] as const, ['move.less', lessDue] as const]
  const refund = payment.refundByShop ? 'cancel.byShop' : 'cancel.within'
  if (difference > 0) return { rows, note: paidFirst ? 'move.payNext' : 'move.due' } as const
  if (back > 0) return { rows, note: payment.status === 'authorised' ? 'move.released' : refund } as const
  if (lessDue > 0) return { rows, note: 'move.lessDue' } as const
  return { rows, note: difference < 0 ? 'move.returned' : 'move.same' } as const
}

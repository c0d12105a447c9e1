import '../../features/order/booking.css'
import '../../features/booking/choices.css'
import '../../features/forms/fields.css'
import { useRef, type SubmitEvent } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import { Icon } from '../../components/ui/icon'
import { policyLines } from '../../lib/i18n/cancellation-policy'
import { deadlineLines } from '../../features/order/cancellation-deadlines'
import { navigate } from '../../lib/navigation/navigate'
import { pickupText } from '../../lib/i18n/pickup-text'
import { t } from '../../lib/site'
import { TicketActions } from '../../features/booking/ticket-actions'
import { Extras, LengthOfStay, Travellers } from '../../features/booking/travellers'
import { DateField } from '../../features/booking/date-field'
import { DaySlots } from '../../features/booking/day-slots'
import { focusOn, useTicketFocus } from '../../features/booking/use-ticket-focus'
import { OptionChoice } from '../../features/booking/option-choice'
import type { Part } from '../../features/booking/ticket-summary'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { takenExtras } from '../../features/booking/ticket-draft'
import { useTicket, type TicketProps } from '../../features/booking/use-ticket'
import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from '../../features/order/price-lines'
import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/money/price'
import { totalOf } from '../../features/booking/pricing'

interface Props {
  product: TicketProduct
  /** The part that the visitor opened. */
  openAt?: Part
}

/** The form of a ticket: option, date, start, travellers, extras; under the tear, the total. */
export function TicketForm({ product, openAt }: Props) {
  const ticket = useTicket(product)
  const form = useRef<HTMLFormElement>(null)
  useTicketFocus(form, ticket, openAt)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Enter in a field submits the form even if it shows no button.
    if (!ticket.adding.added && !ticket.adding.sending && !ticket.unreachable)
      ticket.adding.add(() => navigate('/checkout'))
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className="ticket-body">
        <h2 className="sr-only">{t('ticket.title')}</h2>
        <p className="price price-large">
          <PriceFrom price={ticket.draft.option.from ?? product.price} own={ticket.draft.option.from !== undefined} />
        </p>
        <OptionChoice options={product.options} chosen={ticket.draft.option.id} onChoose={ticket.chooseOption} />
        <DateField ticket={ticket} opened={openAt === 'date'} />
        <DaySlots ticket={ticket} onDayChosen={() => form.current && focusOn(form.current, 'date')} />
        <Travellers ticket={ticket} opened={openAt === 'units'} />
        <LengthOfStay ticket={ticket} />
        <Extras ticket={ticket} />
        <Pickup ticket={ticket} />
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <Total ticket={ticket} />
        <TicketActions ticket={ticket} />
        <Terms ticket={ticket} />
      </div>
    </form>
  )
}

/** Whether the price includes a pickup; a chosen extra may include it. */
function Pickup({ ticket: { product, draft } }: TicketProps) {
  const { pickup } = product
  if (!pickup) return null
  const chosen = pickup.extra !== undefined && (takenExtras(product, draft)[pickup.extra] ?? 0) > 0
  return (
    <p className="ticket-terms">
      <Icon name="bus" />
      {pickupText(chosen ? { ...pickup, included: true, extra: undefined } : pickup, product.extras)}
    </p>
  )
}

/** The refunds of a cancellation: of the chosen start with its deadlines, else the option's rule. */
function Terms({ ticket: { draft, product, slot } }: TicketProps) {
  const place = { timeZone: product.timeZone, name: product.city.name }
  const lines = slot ? deadlineLines(slot.cancellation, place) : policyLines(draft.option.cancellation)
  return (
    <>
      {lines.map(({ good, text }) => (
        <p key={text} className="ticket-terms">
          <Icon name={good ? 'check' : 'info'} />
          {text}
        </p>
      ))}
      {product.onRequest && (
        <p className="ticket-terms">
          <Icon name="info" />
          {t('ticket.onRequest')}
        </p>
      )}
    </>
  )
}

/** The server's total with its lines; without an answer, the total of the published prices. */
function Total({ ticket: { product, draft, quote, slots } }: TicketProps) {
  const { currency, currencyExponent: exponent } = product
  const publishedTotal = totalOf(draft.option, product.extras ?? [], { ...draft, extras: takenExtras(product, draft) })
  const fresh = quote.pending ? undefined : quote.data
  const failed = !fresh && (quote.problem ?? slots.problem)
  // The old lines stay until the new ones are there.
  const lines = fresh ?? quote.last
  return (
    <>
      <p className="total">
        <span>{t(failed ? 'ticket.totalPublished' : 'ticket.total')}</span>
        <output className={fresh ? undefined : 'muted'}>
          <Amount money={fresh ? moneyIn(fresh, fresh.price.total) : { amount: publishedTotal, currency, exponent }} />
        </output>
      </p>
      {(fresh ?? (quote.pending || slots.pending)) && !failed && (
        <Disclosure title={t('cart.priceDetails')}>
          {lines ? (
            <div className={fresh ? undefined : 'muted'} aria-busy={!fresh}>
              <PriceLines price={lines.price} currency={lines} />
            </div>
          ) : (
            <p className="small muted">{t('ticket.checking')}</p>
          )}
        </Disclosure>
      )}
    </>
  )
}

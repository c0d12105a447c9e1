import type { SubmitEvent } from 'react'
import { Icon } from '../../components/ui/icon'
import { policyLines } from '../../lib/i18n/cancellation-policy'
import { deadlineLines } from '../../features/order/cancellation-deadlines'
import { navigate } from '../../lib/navigation/navigate'
import { pickupText } from '../../lib/i18n/pickup-text'
import { t } from '../../lib/site'
import { TicketActions } from '../../features/booking/ticket-actions'
import { TicketFrame } from '../../features/booking/ticket-frame'
import { Extras } from '../../features/booking/quantity-fields'
import type { SummaryPart } from '../../features/booking/ticket-summary'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { chosenExtras } from '../../features/booking/ticket-draft'
import { useTicket, type TicketProps } from '../../features/booking/use-ticket'
import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from '../../features/order/price-lines'
import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/money/price'
import { publishedTotal } from '../../features/booking/pricing'

interface Props {
  product: TicketProduct
  /** The part that the visitor opened. */
  openAt?: SummaryPart
}

/** The form of a ticket: option, date, start, travellers, extras; under the tear, the total. */
export function TicketForm({ product, openAt }: Props) {
  const ticket = useTicket(product)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Enter in a field submits the form even if it shows no button.
    if (!ticket.submission.accepted && !ticket.submission.sending && !ticket.unreachable)
      ticket.submission.submit(() => navigate('/checkout'))
  }
  return (
    <TicketFrame
      ticket={ticket}
      title={t('ticket.title')}
      openAt={openAt}
      onSubmit={submit}
      choices={
        <>
          <Extras ticket={ticket} />
          <Pickup ticket={ticket} />
        </>
      }
    >
      <Total ticket={ticket} />
      <TicketActions ticket={ticket} />
      <Terms ticket={ticket} />
    </TicketFrame>
  )
}

/** Whether the price includes a pickup; a chosen extra may include it. */
function Pickup({ ticket: { product, draft } }: TicketProps) {
  const { pickup } = product
  if (!pickup) return null
  const chosen = pickup.extra !== undefined && (chosenExtras(product, draft)[pickup.extra] ?? 0) > 0
  return (
    <p className="ticket-terms">
      <Icon name="bus" />
      {pickupText(chosen ? { ...pickup, included: true, extra: undefined } : pickup, product.extras)}
    </p>
  )
}

/** The refunds of a cancellation, of the chosen start with its deadlines, else the option's rule; who confirms. */
function Terms({ ticket: { draft, product, slot } }: TicketProps) {
  const place = { timeZone: product.timeZone, name: product.city.name }
  const lines = slot ? deadlineLines(slot.cancellation, place) : policyLines(draft.option.cancellation)
  if (product.onRequest) lines.push({ good: false, text: t('ticket.onRequest') })
  return lines.map(({ good, text }) => (
    <p key={text} className="ticket-terms">
      <Icon name={good ? 'check' : 'info'} />
      {text}
    </p>
  ))
}

/** The server's total with its lines; without an answer, the total of the published prices. */
function Total({ ticket: { product, draft, quote, slots } }: TicketProps) {
  const { currency, currencyExponent: exponent } = product
  const total = publishedTotal(draft.option, product.extras ?? [], { ...draft, extras: chosenExtras(product, draft) })
  const fresh = quote.pending ? undefined : quote.data
  const failed = !fresh && (quote.problem ?? slots.problem)
  // The old lines stay until the new ones are there.
  const lines = fresh ?? quote.last
  return (
    <>
      <p className="total">
        <span>{t(failed ? 'ticket.totalPublished' : 'ticket.total')}</span>
        <output className={fresh ? undefined : 'muted'}>
          <Amount money={fresh ? moneyIn(fresh, fresh.price.total) : { amount: total, currency, exponent }} />
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

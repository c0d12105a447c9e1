import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from '../../features/order/price-lines'
import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/money/price'
import { site } from '../../lib/site'
import { takenExtras } from '../../features/booking/ticket-draft'
import { totalOf } from '../../features/booking/pricing'
import type { TicketState } from '../../features/booking/use-ticket'

interface Props {
  ticket: TicketState
}

/** The server's total with its lines; without an answer, the total of the published prices. */
export function Total({ ticket: { product, draft, quote, slots } }: Props) {
  const { t } = site()
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

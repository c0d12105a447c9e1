import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from '../../features/order/price-lines'
import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../features/order/booking'
import { site } from '../../lib/site'
import type { TicketState } from '../../features/booking/use-ticket'

interface Props {
  ticket: TicketState
}

/** The server's total with its lines; until it is there, and where it cannot be had, that of the published prices. */
export function Total({ ticket: { product, quote, slots, publishedTotal } }: Props) {
  const { t } = site()
  const { currency, currencyExponent: exponent } = product
  const said = quote.pending ? undefined : quote.data
  const failed = !said && (quote.problem ?? slots.problem)
  // Before the new lines come, the old ones keep their place.
  const lines = said ?? quote.last
  return (
    <>
      <p className="total">
        <span>{t(failed ? 'ticket.totalPublished' : 'ticket.total')}</span>
        <output className={said ? undefined : 'muted'}>
          <Amount money={said ? moneyIn(said, said.price.total) : { amount: publishedTotal, currency, exponent }} />
        </output>
      </p>
      {(said ?? (quote.pending || slots.pending)) && !failed && (
        <Disclosure title={t('cart.priceDetails')}>
          {lines ? (
            <div className={said ? undefined : 'muted'} aria-busy={!said}>
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

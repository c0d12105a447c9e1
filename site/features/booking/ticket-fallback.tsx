import { ContactLinks } from '../../components/blocks/contact-links'
import type { ProductDetail } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { BuyBar } from './buy-bar'
import { CheckAvailabilityControl, TicketSummary } from './ticket-summary'

/** The ticket or the price request before its script: price, terms, the link to the dates and the contact. */
export function TicketFallback({ product: { price, options, noFixedPrice } }: { product: ProductDetail }) {
  const label = noFixedPrice ? t('booking.ask') : undefined
  return (
    <>
      <div className="ticket ticket-frame">
        <TicketSummary price={price} label={label} cancellation={options[0]?.cancellation ?? []}>
          <noscript>
            <p className="small">{t(noFixedPrice ? 'booking.askNoScript' : 'booking.noScript')}</p>
            <ContactLinks />
          </noscript>
        </TicketSummary>
      </div>
      <BuyBar price={price} pageOnly>
        <CheckAvailabilityControl label={label} />
      </BuyBar>
    </>
  )
}

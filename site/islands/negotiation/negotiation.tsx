import { t } from '../../lib/site'
import { TicketPanel } from '../../features/booking/ticket-panel'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { RequestForm } from './request-form'
import { usePriceRequest } from './use-negotiation'

/** The ticket of a product without a fixed price: a price request. */
export function Negotiation({ product }: { product: TicketProduct }) {
  const request = usePriceRequest(product)
  return (
    <TicketPanel
      product={product}
      label={t('booking.ask')}
      form={(openAt) => <RequestForm product={product} request={request} openAt={openAt} />}
    />
  )
}

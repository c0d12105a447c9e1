import { site } from '../../lib/site'
import { TicketPanel } from '../../features/booking/ticket-panel'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { RequestForm } from './request-form'

export interface Props {
  product: TicketProduct
}

/** The ticket of a product without a fixed price: a price request. */
export function Negotiation({ product }: Props) {
  return (
    <TicketPanel
      product={product}
      label={site().t('booking.ask')}
      form={(openAt) => <RequestForm product={product} openAt={openAt} />}
    />
  )
}

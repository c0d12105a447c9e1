import { TicketForm } from './ticket-form'
import { TicketPanel } from '../../features/booking/ticket-panel'
import type { TicketProduct } from '../../features/booking/ticket-product'

/** The ticket beside a product that has a price. */
export function Ticket({ product }: { product: TicketProduct }) {
  return <TicketPanel product={product} form={(openAt) => <TicketForm product={product} openAt={openAt} />} />
}

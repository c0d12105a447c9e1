import type { TicketProduct } from '../ticket/ticket-product'

/** What a tab keeps under what was typed about a product. */
export function requestMemory({ slug }: Pick<TicketProduct, 'slug'>): string {
  return `negotiation:${slug}`
}

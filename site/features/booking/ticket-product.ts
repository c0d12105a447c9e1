import type { Extra, Named, Option, Price, Product, ProductDetail, Transfer } from '../../lib/payload.gen'

/** What a ticket needs of a product that can be booked. */
export interface TicketProduct extends Pick<
  ProductDetail,
  'timeZone' | 'currency' | 'currencyExponent' | 'duration' | 'minimumDuration'
> {
  slug: string
  city: Named
  onRequest: boolean
  price?: Price
  options: Option[]
  extras?: Extra[]
  pickup?: Transfer
  dropOff?: Transfer
}

/** The ticket's part of a product's page. */
export function ticketOf({ slug, city, product }: Product): TicketProduct {
  return { ...product, slug, city, onRequest: product.supplier.confirmation === 'on_request' }
}

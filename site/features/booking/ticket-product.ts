import type { Extra, Named, Option, Price, Product, ProductDetail, Transfer } from '../../lib/payload.gen'

/** TicketProduct is the part of a product that its ticket needs. */
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

/** Returns the product of a page for its ticket, which reads only a part of it. */
export function ticketProductOf({ slug, city, product }: Product): TicketProduct {
  return { ...product, slug, city, onRequest: product.supplier.confirmation === 'on_request' }
}

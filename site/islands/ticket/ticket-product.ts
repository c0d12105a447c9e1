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
  const { timeZone, currency, currencyExponent, price, duration, minimumDuration, options, extras, supplier } = product
  return {
    slug,
    city,
    timeZone,
    currency,
    currencyExponent,
    price,
    duration,
    minimumDuration,
    onRequest: supplier.confirmation === 'on_request',
    options,
    extras,
    pickup: product.pickup,
    dropOff: product.dropOff,
  }
}

import type { Extra, Option, Price, Product, ProductDetail } from '../../lib/payload.gen'

/** What a ticket needs of a product that can be booked. */
export interface TicketProduct extends Pick<
  ProductDetail,
  'timeZone' | 'currency' | 'currencyExponent' | 'duration' | 'minimumDuration'
> {
  title: string
  city: string
  onRequest: boolean
  price?: Price
  options: Option[]
  extras?: Extra[]
}

/** The ticket's part of a product's page. */
export function ticketOf({ title, city, product }: Product): TicketProduct {
  const { timeZone, currency, currencyExponent, price, duration, minimumDuration, options, extras, supplier } = product
  return {
    title,
    city: city.name,
    timeZone,
    currency,
    currencyExponent,
    price,
    duration,
    minimumDuration,
    onRequest: supplier.confirmation === 'on_request',
    options,
    extras,
  }
}

import type { AggregateOffer, Offer, Place, PropertyValue, QuantitativeValue } from 'schema-dts'
import { policyLines } from '../i18n/cancellation-policy'
import type { Location, Option, Price, ProductDetail, ProductStatus, Schedule } from '../payload.gen'
import { t } from '../site'

/** Returns an offer for each option with a price; several are in an aggregate with their lowest price. */
export function offers(
  { options, status, location }: ProductDetail,
  price: Price,
  url: string,
): Offer | AggregateOffer {
  const meeting = meetingPoint(location)
  const all = options.flatMap((option) =>
    option.from ? [{ ...offer(option.from, status, url), ...terms(option), availableAtOrFrom: meeting }] : [],
  )
  if (all.length < 2) return all[0] ?? offer(price, status, url)
  const { price: lowPrice, ...of } = offer(price, status, url)
  return { ...of, '@type': 'AggregateOffer', lowPrice, offerCount: all.length, offers: all }
}

function meetingPoint({ place, address, latitude, longitude }: Location): Place {
  return {
    '@type': 'Place',
    name: place,
    ...(address && { address }),
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
  }
}

function offer(price: Price, status: ProductStatus, url: string): Exclude<Offer, string> & { price: string } {
  return {
    '@type': 'Offer',
    url,
    price: (price.amount / 10 ** price.exponent).toFixed(price.exponent),
    priceCurrency: price.currency,
    availability: status === 'AVAILABLE' ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
  }
}

/**
 * Returns the name, the validity and the cancellation rules of an option. schema.org has no property for such rules: a
 * MerchantReturnPolicy is for goods that are sent back. They are a PropertyValue with the page's texts.
 */
function terms({ title, cancellation, schedule }: Option): Partial<Exclude<Offer, string>> {
  const policy: PropertyValue = {
    '@type': 'PropertyValue',
    name: t('cancellation.title'),
    value: policyLines(cancellation).map(({ text }) => text),
  }
  return { name: title, ...validity(schedule), additionalProperty: policy }
}

/**
 * Returns the dates between which an option runs, if all of its seasons have years; its price is valid until the last.
 */
function validity({ seasons, leadMinutes }: Schedule): Partial<Exclude<Offer, string>> {
  const notice: QuantitativeValue | undefined = leadMinutes
    ? { '@type': 'QuantitativeValue', value: leadMinutes, unitCode: 'MIN' }
    : undefined
  const days = seasons.map(({ from = '', to = '' }) => ({ from, to }))
  const dated = days.length > 0 && days.every(({ from, to }) => isDate(from) && isDate(to))
  const ends = days
    .map(({ to }) => to)
    .sort()
    .at(-1)
  return {
    ...(dated && {
      availabilityStarts: days.map(({ from }) => from).sort()[0],
      availabilityEnds: ends,
      priceValidUntil: ends,
    }),
    ...(notice && { advanceBookingRequirement: notice }),
  }
}

/** Reports whether a day of a schedule has a year: "2026-12-02", not "12-02". */
function isDate(day: string): boolean {
  return day.length === '2026-12-02'.length
}

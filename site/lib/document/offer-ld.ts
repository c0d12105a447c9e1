import type { AggregateOffer, Offer, Place } from 'schema-dts'
import { policyLines } from '../i18n/cancellation-policy'
import type { Location, Price, ProductDetail } from '../payload.gen'
import { splitTerms, type Terms } from '../product/option-terms'
import { t } from '../site'

type OfferLd = Exclude<Offer, string>

/**
 * Returns an offer for each option with a price. Several are in an aggregate with their lowest price, which has the
 * terms that they share.
 */
export function offers(
  { options, status, location }: ProductDetail,
  price: Price,
  url: string,
): Offer | AggregateOffer {
  const priced = options.filter(({ from }) => from)
  const { shared, own } = splitTerms(priced)
  const optionOffers = priced.map((option, i) => ({
    '@type': 'Offer' as const,
    name: option.title,
    price: decimal(option.from ?? price),
    priceCurrency: price.currency,
    ...termsLd(own[i] ?? {}),
  }))
  const common = {
    url,
    availability: `https://schema.org/${status === 'AVAILABLE' ? 'InStock' : 'SoldOut'}` as const,
    availableAtOrFrom: meetingPoint(location),
  }
  if (optionOffers.length < 2) {
    return { '@type': 'Offer', price: decimal(price), priceCurrency: price.currency, ...optionOffers[0], ...common }
  }
  return {
    '@type': 'AggregateOffer',
    lowPrice: decimal(price),
    priceCurrency: price.currency,
    offerCount: optionOffers.length,
    ...termsLd(shared),
    ...common,
    offers: optionOffers,
  }
}

function decimal({ amount, exponent }: Price): string {
  return (amount / 10 ** exponent).toFixed(exponent)
}

function meetingPoint({ place, address, latitude, longitude }: Location): Place {
  return {
    '@type': 'Place',
    name: place,
    ...(address && { address }),
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
  }
}

/**
 * Returns the cancellation rules, how long before the start booking closes, and the dates between which options run, if
 * all of their seasons have years; prices are valid until the last. schema.org has no property for such rules: a
 * MerchantReturnPolicy is for goods that are sent back. They are a PropertyValue with the page's texts.
 */
function termsLd({ seasons = [], leadMinutes, cancellation }: Terms): Partial<OfferLd> {
  const starts = seasons.map(({ from = '' }) => from).sort()
  const ends = seasons.map(({ to = '' }) => to).sort()
  const hasYears = seasons.length > 0 && [...starts, ...ends].every(hasYear)
  return {
    ...(hasYears && {
      availabilityStarts: starts[0],
      availabilityEnds: ends.at(-1),
      priceValidUntil: ends.at(-1),
    }),
    ...(leadMinutes && {
      advanceBookingRequirement: { '@type': 'QuantitativeValue', value: leadMinutes, unitCode: 'MIN' },
    }),
    ...(cancellation && {
      additionalProperty: {
        '@type': 'PropertyValue',
        name: t('cancellation.title'),
        value: policyLines(cancellation).map(({ text }) => text),
      },
    }),
  }
}

/** Reports whether a day of a schedule has a year: "2026-12-02", not "12-02". */
function hasYear(day: string): boolean {
  return day.length === '2026-12-02'.length
}

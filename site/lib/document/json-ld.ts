import type {
  AggregateRating,
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  ListItem,
  Organization,
  Product as ProductLd,
  TouristTrip,
  WebSite,
  WithContext,
  AggregateOffer,
  Offer,
  Place,
  PropertyValue,
  QuantitativeValue,
} from 'schema-dts'
import { pictureOf, shared } from '../image/image'
import type { Payload, PayloadOf } from '../payload'
import { type BrowserShell, href, t } from '../site'
import { cityPath } from '../navigation/site-path'
import { policyLines } from '../i18n/cancellation-policy'
import type { Location, Option, Price, ProductDetail, ProductStatus, Schedule } from '../payload.gen'

type Address = (path: string) => string
type LinkedData = WithContext<
  AggregateRating | BlogPosting | BreadcrumbList | FAQPage | Organization | ProductLd | TouristTrip | WebSite
>

const context = 'https://schema.org' as const

/** The JSON-LD of a page, for search engines. */
export function jsonLdOf(payload: Payload, shell: BrowserShell, address: Address): LinkedData[] {
  switch (payload.kind) {
    case 'home':
      return [organization(shell, address), webSite(shell, address)]
    case 'listing':
      return [breadcrumbs([[payload.heading || t('nav.all'), payload.base]], shell, address)]
    case 'product':
      return [product(payload, shell, address), breadcrumbs(productTrail(payload, shell), shell, address)]
    case 'blog': {
      const trail: [string, string][] = [[t('nav.stories'), '/blog']]
      if (payload.term) trail.push([payload.term.name, payload.term.base])
      return [breadcrumbs(trail, shell, address)]
    }
    case 'post':
      return [
        blogPosting(payload, shell, address),
        breadcrumbs(
          [
            [t('nav.stories'), '/blog'],
            [payload.title, payload.path],
          ],
          shell,
          address,
        ),
      ]
    case 'faq':
      return [faqPage(payload)]
    default:
      return []
  }
}

function organization(shell: BrowserShell, address: Address): WithContext<Organization> {
  const { email, phone } = shell.contact
  return {
    '@context': context,
    '@type': 'Organization',
    name: shell.name,
    url: address('/'),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
  }
}

function webSite(shell: BrowserShell, address: Address): WithContext<WebSite> {
  return {
    '@context': context,
    '@type': 'WebSite',
    name: shell.name,
    url: address(href('/')),
    inLanguage: shell.locale,
  }
}

function breadcrumbs(trail: [name: string, path: string][], shell: BrowserShell, address: Address) {
  const items: [string, string][] = [[shell.name, '/'], ...trail]
  const list: WithContext<BreadcrumbList> = {
    '@context': context,
    '@type': 'BreadcrumbList',
    // The last item is the page itself, whose address search engines know.
    itemListElement: items.map(([name, path], at): ListItem => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(at < items.length - 1 && { item: address(href(path)) }),
    })),
  }
  return list
}

function productTrail({ title, path, city }: PayloadOf<'product'>, shell: BrowserShell): [string, string][] {
  return shell.supplier
    ? [
        [t('nav.all'), '/experiences'],
        [title, path],
      ]
    : [
        [city.name, cityPath(city)],
        [title, path],
      ]
}

/**
 * Returns a product as one node of two types, Product and TouristTrip. Without a fixed price it is only a trip, because
 * Google's merchant listings require an offer of every product; trips have no ratings.
 */
function product(
  payload: PayloadOf<'product'>,
  shell: BrowserShell,
  address: Address,
): WithContext<ProductLd | TouristTrip> {
  const { product: detail, title, description, path } = payload
  const url = address(href(path))
  const trip: WithContext<TouristTrip> = {
    '@context': context,
    '@type': 'TouristTrip',
    name: title,
    description: detail.summary || description,
    url,
    image: detail.images.slice(0, 1).map((image) => address(pictureOf(image, shared).src)),
    provider: { '@type': 'Organization', name: detail.supplier.name },
    ...(detail.itinerary?.length && {
      itinerary: { '@type': 'ItemList', itemListElement: detail.itinerary.map((step) => step.title) },
    }),
  }
  if (!detail.price) return trip
  return {
    ...trip,
    // The vocabulary's types know nodes of one type only.
    '@type': ['Product', 'TouristTrip'] as unknown as 'Product',
    brand: { '@type': 'Brand', name: shell.name },
    offers: offers(detail, detail.price, url),
    ...(detail.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: detail.rating.average,
        reviewCount: detail.rating.count,
      },
    }),
  } as WithContext<ProductLd>
}

function blogPosting(payload: PayloadOf<'post'>, shell: BrowserShell, address: Address): WithContext<BlogPosting> {
  const { post, modified, path, locale, writtenIn } = payload
  return {
    '@context': context,
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    datePublished: post.date,
    dateModified: modified || post.date,
    inLanguage: writtenIn?.lang ?? locale,
    mainEntityOfPage: address(href(path)),
    author: post.author ? { '@type': 'Person', name: post.author } : { '@type': 'Organization', name: shell.name },
    publisher: { '@type': 'Organization', name: shell.name },
    ...(post.image && { image: address(pictureOf(post.image, shared).src) }),
  }
}

function faqPage({ topics }: PayloadOf<'faq'>): WithContext<FAQPage> {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: topics.flatMap((topic) =>
      topic.entries.map((entry) => ({
        '@type': 'Question' as const,
        name: entry.question,
        acceptedAnswer: { '@type': 'Answer' as const, text: entry.answer },
      })),
    ),
  }
}

/** Returns an offer for each option with a price; several are in an aggregate with their lowest price. */
function offers({ options, status, location }: ProductDetail, price: Price, url: string): Offer | AggregateOffer {
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

import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  ListItem,
  Organization,
  Product,
  TouristTrip,
  WebSite,
} from 'schema-dts'
import { pictureOf, linkPreviewRequest } from '../image/image'
import type { Payload, PayloadOf } from '../payload'
import { href, site, t } from '../site'
import { cityPath } from '../navigation/site-path'
import { offers } from './offer-ld'
import { absoluteAddress } from './absolute-address'

/** The JSON-LD of a page, for search engines. */
export function jsonLdOf(payload: Payload): object[] {
  return nodesOf(payload).map((node) => ({ '@context': 'https://schema.org', ...(node as object) }))
}

function nodesOf(payload: Payload) {
  switch (payload.kind) {
    case 'home':
      return [organization(), webSite()]
    case 'listing':
      return [breadcrumbs([payload.heading || t('nav.all'), payload.base])]
    case 'product':
      return [product(payload), breadcrumbs(parentListing(payload), [payload.title, payload.path])]
    case 'blog':
      return [breadcrumbs(stories(), ...(payload.term ? [[payload.term.name, payload.term.base] as Crumb] : []))]
    case 'post':
      return [blogPosting(payload), breadcrumbs(stories(), [payload.title, payload.path])]
    case 'faq':
      return [faqPage(payload)]
    default:
      return []
  }
}

function organization(): Organization {
  const { name, contact } = site().shell
  const { email, phone } = contact
  return {
    '@type': 'Organization',
    name,
    url: absoluteAddress('/'),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
  }
}

function webSite(): WebSite {
  const { name, locale } = site().shell
  return { '@type': 'WebSite', name, url: absoluteAddress(href('/')), inLanguage: locale }
}

type Crumb = [name: string, path: string]

const stories = (): Crumb => [t('nav.stories'), '/blog']

function breadcrumbs(...trail: Crumb[]): BreadcrumbList {
  const items: Crumb[] = [[site().shell.name, '/'], ...trail]
  return {
    '@type': 'BreadcrumbList',
    // The last item is the page itself and needs no address.
    itemListElement: items.map(([name, path], at): ListItem => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(at < items.length - 1 && { item: absoluteAddress(href(path)) }),
    })),
  }
}

/** The list that a product belongs to: of all experiences at a supplier, else of its city. */
function parentListing({ city }: PayloadOf<'product'>): Crumb {
  const { shell, listingPath } = site()
  return shell.supplier ? [t('nav.all'), listingPath] : [city.name, cityPath(city)]
}

/**
 * Returns a product as one node of two types, Product and TouristTrip. Without a fixed price it is only a trip, because
 * Google's merchant listings require an offer of every product; trips have no ratings.
 */
function product(payload: PayloadOf<'product'>): Product | TouristTrip {
  const { product: detail, title, description, path } = payload
  const url = absoluteAddress(href(path))
  const trip: TouristTrip = {
    '@type': 'TouristTrip',
    name: title,
    description: detail.summary || description,
    url,
    image: detail.images.slice(0, 1).map((image) => absoluteAddress(pictureOf(image, linkPreviewRequest).src)),
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
    brand: { '@type': 'Brand', name: site().shell.name },
    offers: offers(detail, detail.price, url),
    ...(detail.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: detail.rating.average,
        reviewCount: detail.rating.count,
      },
    }),
  } as Product
}

function blogPosting(payload: PayloadOf<'post'>): BlogPosting {
  const { post, description, modified, path, locale, writtenIn } = payload
  const publisher = { '@type': 'Organization', name: site().shell.name } as const
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description,
    datePublished: post.date,
    dateModified: modified || post.date,
    inLanguage: writtenIn?.lang ?? locale,
    mainEntityOfPage: absoluteAddress(href(path)),
    author: post.author ? { '@type': 'Person', name: post.author } : publisher,
    publisher,
    ...(post.image && { image: absoluteAddress(pictureOf(post.image, linkPreviewRequest).src) }),
  }
}

function faqPage({ topics }: PayloadOf<'faq'>): FAQPage {
  return {
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

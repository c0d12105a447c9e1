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
} from 'schema-dts'
import { pictureOf, shared } from '../image/image'
import type { Payload, PayloadOf } from '../payload'
import { type BrowserShell, href, site, t } from '../site'
import { cityPath } from '../navigation/site-path'
import { offers } from './offer-ld'

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
      return [breadcrumbs(shell, address, [payload.heading || t('nav.all'), payload.base])]
    case 'product':
      return [
        product(payload, shell, address),
        breadcrumbs(shell, address, listAbove(payload, shell), [payload.title, payload.path]),
      ]
    case 'blog': {
      const trail = [stories()]
      if (payload.term) trail.push([payload.term.name, payload.term.base])
      return [breadcrumbs(shell, address, ...trail)]
    }
    case 'post':
      return [
        blogPosting(payload, shell, address),
        breadcrumbs(shell, address, stories(), [payload.title, payload.path]),
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

type Crumb = [name: string, path: string]

const stories = (): Crumb => [t('nav.stories'), '/blog']

function breadcrumbs(shell: BrowserShell, address: Address, ...trail: Crumb[]) {
  const items: Crumb[] = [[shell.name, '/'], ...trail]
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

/** The list that a product belongs to: of all experiences at a supplier, else of its city. */
function listAbove({ city }: PayloadOf<'product'>, shell: BrowserShell): Crumb {
  return shell.supplier ? [t('nav.all'), site().listingPath] : [city.name, cityPath(city)]
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
  const { post, description, modified, path, locale, writtenIn } = payload
  return {
    '@context': context,
    '@type': 'BlogPosting',
    headline: post.title,
    description,
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

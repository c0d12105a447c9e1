import type { Payload, PayloadOf } from '../payload'
import { site, t } from '../site'

/** Returns a document's title: the editors', first that for search engines, or a message. Lists number later pages. */
export function pageTitle(payload: Payload): string {
  const title = payload.seoTitle || payload.title || ownTitle(payload)
  return 'number' in payload && payload.number > 1 ? `${title}, ${t('pager.page', { n: payload.number })}` : title
}

function ownTitle(payload: Payload): string {
  const { shell } = site()
  switch (payload.kind) {
    case 'home':
      return `${shell.name}: ${shell.tagline ?? t('home.title')}`
    case 'listing':
      return listingTitle(payload)
    case 'blog':
      return payload.term ? t(`blog.of.${payload.term.kind}`, { name: payload.term.name }) : t('blog.title')
    case 'not-found':
      return t('notFound.status')
    case 'reset-password':
      return t('reset.title')
    case 'faq':
    case 'contact':
    case 'cart':
    case 'checkout':
    case 'invoices':
    case 'result':
    case 'search':
    case 'unavailable':
      return t(`${payload.kind}.title`)
    default:
      return ''
  }
}

function listingTitle({ of, heading }: PayloadOf<'listing'>): string {
  if (of === 'city') return t('head.city', { place: heading })
  return of === 'category' ? t('head.category', { place: heading }) : t('nav.all')
}

/** Returns a page's description for search results and link previews; by default, the site's. */
export function pageDescription(payload: Payload): string {
  return payload.description || ownDescription(payload)
}

function ownDescription(payload: Payload): string {
  const { shell } = site()
  const { name } = shell
  switch (payload.kind) {
    case 'home':
      return t('head.homeText', { name })
    case 'listing':
      if (payload.of === 'city') return t('head.cityText', { place: payload.heading })
      return payload.of === 'category'
        ? t('head.categoryText', { place: payload.heading, name })
        : t('head.allText', { name })
    case 'blog':
      return payload.term ? t('head.termText', { title: ownTitle(payload), name }) : t('head.blogText', { name })
    case 'faq':
      return t('head.faqText', { name })
    case 'contact':
      return t('head.contactText', { name })
    default:
      return t('head.homeText', { name })
  }
}

import type { Payload } from '../payload'
import { site, t } from '../site'

/** Returns a document's title: the editors', first that for search engines, or a message. Lists number later pages. */
export function pageTitle(payload: Payload): string {
  const title = payload.seoTitle || payload.title || defaultTitle(payload)
  return 'number' in payload && payload.number > 1 ? `${title}, ${t('pager.page', { n: payload.number })}` : title
}

function defaultTitle(payload: Payload): string {
  const { shell } = site()
  switch (payload.kind) {
    case 'home':
      return `${shell.name}: ${shell.tagline ?? t('home.title')}`
    case 'listing':
      return payload.of === 'all' ? t('nav.all') : t(`head.${payload.of}`, { place: payload.heading })
    case 'blog':
      return payload.term ? t(`blog.of.${payload.term.kind}`, { name: payload.term.name }) : t('blog.title')
    case 'not-found':
      return t('notFound.status')
    case 'reset-password':
      return t('reset.title')
    case 'post':
    case 'product':
    case 'text':
      return ''
    default:
      return t(`${payload.kind}.title`)
  }
}

/** Returns a page's description for search results and link previews; by default, the site's. */
export function pageDescription(payload: Payload): string {
  return payload.description || defaultDescription(payload)
}

function defaultDescription(payload: Payload): string {
  const { name } = site().shell
  switch (payload.kind) {
    case 'listing':
      return t(`head.${payload.of}Text`, { place: payload.heading, name })
    case 'blog':
      return payload.term ? t('head.termText', { title: defaultTitle(payload), name }) : t('head.blogText', { name })
    case 'faq':
    case 'contact':
      return t(`head.${payload.kind}Text`, { name })
    default:
      return t('head.homeText', { name })
  }
}

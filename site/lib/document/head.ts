import { createElement } from '../browser/element'
import { pictureOf, linkPreviewRequest } from '../image/image'
import { jsonLdOf } from './json-ld'
import { absoluteAddress } from './absolute-address'
import { pageDescription, pageTitle } from './page-title'
import type { Payload } from '../payload'
import { fullTitle, site } from '../site'
import { pathInLanguage } from '../navigation/header-links'
import { localePath } from '../navigation/site-path'

/** Head is the head of a page, for browsers, search engines and link previews. */
export interface Head {
  title: string
  description: string
  canonical: string
  alternates: { hreflang: string; href: string }[]
  /** Open Graph, by property. */
  openGraph: [property: string, content: string][]
  robots?: 'noindex'
  jsonLd: object[]
}

/** Returns the head of a page: the server writes it into documents, the router into the one that is open. */
export function headOf(payload: Payload): Head {
  const { shell, locale } = site()
  const contentLocale = shell.locales.find((l) => l.code === payload.writtenIn?.lang) ?? locale
  const canonical = absoluteAddress(localePath(contentLocale, pathInLanguage(payload, contentLocale.code)))
  return {
    title: fullTitle(pageTitle(payload)),
    description: pageDescription(payload),
    canonical,
    alternates: payload.noIndex ? [] : alternatesOf(payload),
    openGraph: openGraphOf(payload, contentLocale.iso, canonical),
    robots: payload.noIndex ? 'noindex' : undefined,
    jsonLd: payload.noIndex ? [] : jsonLdOf(payload),
  }
}

/**
 * Returns the languages that a page is written in; readers of others get the deployment's default, or else the first.
 */
function alternatesOf(payload: Payload): Head['alternates'] {
  const translated = payload.translations ?? payload.locales
  const locales = site().shell.locales.filter(({ code }) => !translated || translated.includes(code))
  const alternates = locales.map((l) => ({
    hreflang: l.code,
    href: absoluteAddress(localePath(l, pathInLanguage(payload, l.code))),
  }))
  const [first] = alternates
  return first ? [...alternates, { hreflang: 'x-default', href: first.href }] : []
}

function openGraphOf(payload: Payload, iso: string, canonical: string): Head['openGraph'] {
  const tags: Head['openGraph'] = [
    ['og:type', payload.kind === 'post' ? 'article' : 'website'],
    ['og:site_name', site().shell.name],
    ['og:title', pageTitle(payload)],
    ['og:description', pageDescription(payload)],
    ['og:url', canonical],
    ['og:locale', iso.replace('-', '_')],
  ]
  if (payload.image) {
    const { src, width, height } = pictureOf(payload.image, linkPreviewRequest)
    tags.push(['og:image', absoluteAddress(src)])
    tags.push(['og:image:width', String(width)])
    tags.push(['og:image:height', String(height)])
    tags.push(['og:image:alt', payload.image.alt])
  }
  return tags
}

/** Writes a head into the open document, in place of that of the page before. */
export function applyHead(head: Head): void {
  document.title = head.title
  const elements = [
    ...(head.description ? [createElement('meta', { name: 'description', content: head.description })] : []),
    createElement('link', { rel: 'canonical', href: head.canonical }),
    ...head.alternates.map(({ hreflang, href }) => createElement('link', { rel: 'alternate', hreflang, href })),
    ...head.openGraph.map(([property, content]) => createElement('meta', { property, content })),
    ...(head.robots ? [createElement('meta', { name: 'robots', content: head.robots })] : []),
    ...head.jsonLd.map((data) => createElement('script', { type: 'application/ld+json' }, JSON.stringify(data))),
  ]
  const old = document.head.querySelectorAll(
    'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], ' +
      'link[rel="alternate"][hreflang], script[type="application/ld+json"]',
  )
  for (const node of old) node.remove()
  document.head.append(...elements)
}

import { jsonLdOf } from './json-ld'
import type { Payload } from './payload'
import type { BrowserShell } from './site'
import { localePath } from './site-path'

/** What a page tells browsers, search engines and those it is shared with. */
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

/** The head of a page. Pure: the server writes it into documents, the router into the one that is open. */
export function headOf(payload: Payload, shell: BrowserShell): Head {
  const locale = shell.locales.find((l) => l.code === payload.locale) ?? shell.locales[0]
  if (!locale) throw new Error(`deployment "${shell.deployment}" has no locales`)
  const address = (prefixed: string) => new URL(prefixed, shell.baseUrl).href
  const canonical = address(localePath(locale, payload.path))
  const title = titleOf(payload, shell)
  const head: Head = {
    title,
    description: payload.description,
    canonical,
    alternates: payload.noIndex ? [] : alternatesOf(payload.path, shell, address),
    openGraph: openGraphOf(payload, shell, locale.iso, canonical, address),
    jsonLd: payload.noIndex ? [] : jsonLdOf(payload, shell, address),
  }
  if (payload.noIndex) head.robots = 'noindex'
  return head
}

function titleOf(payload: Payload, shell: BrowserShell): string {
  return payload.title.includes(shell.name) ? payload.title : `${payload.title} | ${shell.name}`
}

function alternatesOf(path: string, shell: BrowserShell, address: (path: string) => string): Head['alternates'] {
  const alternates = shell.locales.map((l) => ({ hreflang: l.code, href: address(localePath(l, path)) }))
  return [...alternates, { hreflang: 'x-default', href: address(path) }]
}

function openGraphOf(
  payload: Payload,
  shell: BrowserShell,
  iso: string,
  canonical: string,
  address: (path: string) => string,
): Head['openGraph'] {
  const tags: Head['openGraph'] = [
    ['og:type', payload.kind === 'post' ? 'article' : 'website'],
    ['og:site_name', shell.name],
    ['og:title', payload.title],
    ['og:description', payload.description],
    ['og:url', canonical],
    ['og:locale', iso.replace('-', '_')],
  ]
  if (payload.image) {
    tags.push(['og:image', address(payload.image.src)])
    tags.push(['og:image:width', String(payload.image.width)])
    tags.push(['og:image:height', String(payload.image.height)])
    tags.push(['og:image:alt', payload.image.alt])
  }
  return tags
}

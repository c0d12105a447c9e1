import type { Head } from '../document/head'
import { sectionsOf } from './nav'
import { pathInOther } from './language-link'
import type { Payload } from '../payload'
import type { LocaleInfo } from '../payload.gen'
import { localePath } from './site-path'

/** Makes the open document's head that of the page now shown. */
export function applyHead(head: Head): void {
  document.title = head.title
  const wanted = [
    ...(head.description ? [element('meta', { name: 'description', content: head.description })] : []),
    element('link', { rel: 'canonical', href: head.canonical }),
    ...head.alternates.map(({ hreflang, href }) => element('link', { rel: 'alternate', hreflang, href })),
    ...head.openGraph.map(([property, content]) => element('meta', { property, content })),
    ...(head.robots ? [element('meta', { name: 'robots', content: head.robots })] : []),
    ...head.jsonLd.map((data) => element('script', { type: 'application/ld+json' }, JSON.stringify(data))),
  ]
  const old = document.head.querySelectorAll(
    'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], ' +
      'link[rel="alternate"][hreflang], script[type="application/ld+json"]',
  )
  for (const node of old) node.remove()
  document.head.append(...wanted)
}

function element(tag: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.textContent = text
  return node
}

/** Makes header and footer fit the page now shown: its other languages, and where it is in the navigation. */
export function applyChrome(payload: Payload, locales: LocaleInfo[]): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const locale = locales.find(({ code }) => code === link.hreflang)
    if (locale && !link.closest('#page'))
      link.setAttribute('href', localePath(locale, pathInOther(payload, locale.code)))
  }
  const own = locales.find(({ code }) => code === payload.locale)
  if (!own) return
  const currents = new Map<string | null, string>(
    [...sectionsOf(payload.path)].map(([section, current]) => [localePath(own, section), current]),
  )
  for (const link of document.querySelectorAll('body > :is(header, nav) a')) {
    const current = currents.get(link.getAttribute('href'))
    if (current) link.setAttribute('aria-current', current)
    else link.removeAttribute('aria-current')
  }
}

import type { ReactNode } from 'react'
import { mountingOf } from '../../islands/mounting'
import { headers } from '../../layouts'
import { Footer } from '../../layouts/default/footer'
import { escapeAttribute, escapeText, scriptJson } from '../../lib/document/escape'
import { headOf } from '../../lib/document/head'
import type { Sources } from '../../lib/image/image'
import { mountsOnLoad, mountsAutomatically } from '../../lib/islands/island-contract'
import { languageLinkPath, sectionsOf } from '../../lib/navigation/header-links'
import type { Payload } from '../../lib/payload'
import type { Analytics, LocaleInfo, Shell } from '../../lib/payload.gen'
import {
  collectPlacements,
  slotDelimiter,
  type PageContext,
  type PlacedIsland,
  type Slot,
} from '../../lib/document/placement'
import { setSite, serverShellKeys, site, type BrowserShell } from '../../lib/site'
import { getOrInsert } from '../../lib/get-or-insert'
import { localePath } from '../../lib/navigation/site-path'
import { paintSnippet } from 'virtual:paint-snippet'
import { pages } from 'virtual:pages/eager'
import type { Bundle } from '../build/bundle'
import { renderHtml } from '../html'
import { pageElement } from '../page-module'
import { islandMessages, messagesOf } from './messages'
import { SharedText, type Part, type SharedPart } from './shared-text'

/** Renders a whole document, ready to be published. */
export function renderDocument(...of: Parameters<typeof documentParts>): string {
  return documentParts(...of).join('')
}

/** Renders a document in parts. `toHtml` is React's renderer in development. */
export function documentParts(payload: Payload, shell: Shell, bundle: Bundle, toHtml: ToHtml = renderHtml): Part[] {
  setSite(shell, messagesOf(shell.locale))
  const chrome = chromeOf(shell, bundle, toHtml)
  const page = collectPlacements('p', () => toHtml(pageElement(payload, pages[payload.kind])))
  const islands = [...chrome.islands, ...page.islands]
  const { locale } = site()
  const hrefIn = (code: string) => {
    const other = shell.locales.find((it) => it.code === code) ?? locale
    return localePath(other, languageLinkPath(payload, code))
  }
  return [
    chrome.start,
    ...headParts(payload, bundle, chrome),
    pictureLink(page.firstPicture) + islandLinks(page.islands, bundle) + '</head><body>',
    ...chrome.header({ hrefIn, sections: sectionsOf(payload.path) }),
    `<main id="page" tabindex="-1" data-kind="${payload.kind}">${page.result}</main>`,
    ...chrome.footer({ hrefIn, sections: new Map() }),
    chrome.end,
    scriptJson(islands) + ',"strings":',
    stringsJson(shell, islands),
    '}</script></body></html>',
  ]
}

/** The default currency, for the snippet in the head; empty if visitors cannot choose one. */
function currencyAttribute({ currency }: Shell): string {
  return Object.keys(currency.rates).length > 0 ? ` data-currency="${currency.default}"` : ''
}

type ToHtml = (node: ReactNode) => string

/** Chrome has the parts that documents of a shell share. */
interface Chrome {
  /** From the first byte to the title; the links before and after those to other forms; what is before the islands. */
  start: SharedPart
  styles: SharedPart
  scripts: SharedPart
  end: SharedPart
  header: Template
  footer: Template
  islands: PlacedIsland[]
}

const sharedPart = (text: string) => new SharedText(text).part()

/** HTML of all pages, completed for one. */
type Template = (page: PageContext) => Part[]

const chromes = new WeakMap<Shell, Chrome>()

/** The parts that documents of a shell share, rendered once: header and footer except their slots. */
function chromeOf(shell: Shell, bundle: Bundle, toHtml: ToHtml): Chrome {
  return getOrInsert(chromes, shell, () => {
    const Header = headers[shell.layoutType]
    const header = collectPlacements('c', () => toHtml(<Header shell={shell} />))
    const footer = collectPlacements('d', () => toHtml(<Footer shell={shell} />))
    const islands = [...header.islands, ...footer.islands]
    return {
      start: sharedPart(startHtml(shell)),
      styles: sharedPart(styleLinks(shell, bundle)),
      scripts: sharedPart(scriptLinks(shell, bundle)),
      end: sharedPart(
        '<div id="announcer" class="sr-only" role="status"></div><script type="application/json" id="site">' +
          `{"shell":${scriptJson(browserShell(shell))},"islands":`,
      ),
      header: templateOf(header, toHtml),
      footer: templateOf(footer, toHtml),
      islands,
    }
  })
}

function templateOf({ result, slots }: { result: string; slots: Slot[] }, toHtml: ToHtml): Template {
  // Most links lead elsewhere: they are in the shared text, and replaced on a page of their section.
  const defaultHtml = ({ view, section }: Slot) =>
    section ? toHtml(view({ sections: new Map(), hrefIn: String })) : ''
  const places = new Map<string, { slot: Slot; from: number; to: number }[]>()
  let html = ''
  result.split(slotDelimiter).forEach((text, at) => {
    const slot = at % 2 === 1 ? slots[Number(text)] : undefined
    const from = Buffer.byteLength(html)
    html += slot ? defaultHtml(slot) : text
    if (slot) getOrInsert(places, slot.section ?? '', () => []).push({ slot, from, to: Buffer.byteLength(html) })
  })
  const sharedHtml = new SharedText(html)
  return (page) => {
    const own = ['', ...page.sections.keys()].flatMap((section) => places.get(section) ?? [])
    let end = 0
    const parts = own
      .sort((a, b) => a.from - b.from)
      .flatMap(({ slot, from, to }) => {
        const before = sharedHtml.part(end, from)
        end = to
        return [before, toHtml(slot.view(page))]
      })
    return [...parts, sharedHtml.part(end)]
  }
}

/**
 * Blocks the first paint until the footer is parsed, so that text at the foot of a picture does not shift while the
 * document streams. Documents are small, and mostly parsed before their style sheets arrive, which painting waits for
 * anyway. The announcer is the element after the footer.
 */
const blockPaint = '<link rel="expect" href="#announcer" blocking="render">'

function startHtml(shell: Shell): string {
  const { locale } = site()
  return (
    `<!DOCTYPE html><html lang="${locale.code}" dir="${locale.dir}" class="layout-${shell.layoutType}"${currencyAttribute(shell)}><head>` +
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${themeColors(shell)}<script>${paintSnippet}</script><title>`
  )
}

function styleLinks(shell: Shell, { entry }: Bundle): string {
  const styles = [...entry.styles, ...(shell.stylesheet ? [shell.stylesheet] : [])]
  const icon = shell.logo?.icon ?? (entry.icon && `/${entry.icon}`)
  return (
    styles.map((style) => `<link rel="stylesheet" href="/${style}">`).join('') +
    (icon ? `<link rel="icon" type="image/svg+xml" href="${icon}">` : '')
  )
}

function scriptLinks(shell: Shell, { entry }: Bundle): string {
  let html = fontLinks(shell.fonts ?? fontsOf(entry.fonts, site().locale))
  if (entry.script) html += `<script type="module" src="/${entry.script}"></script>`
  if (shell.analytics && entry.analytics) html += analyticsScript(shell.analytics, entry.analytics.script)
  for (const script of entry.preload) html += `<link rel="modulepreload" href="/${script}">`
  return html
}

/** The head, from the title's text on. */
function headParts(payload: Payload, { hash }: Bundle, shared: Chrome): Part[] {
  const head = headOf(payload)
  const description = head.description ? meta('name', 'description', head.description) : ''
  let html = `<link rel="canonical" href="${escapeAttribute(head.canonical)}">`
  for (const { hreflang, href } of head.alternates) {
    html += `<link rel="alternate" hreflang="${hreflang}" href="${escapeAttribute(href)}">`
  }
  if (head.robots) html += meta('name', 'robots', head.robots)
  for (const [property, content] of head.openGraph) html += meta('property', property, content)
  html += meta('name', 'bundle', hash)
  for (const data of head.jsonLd) html += `<script type="application/ld+json">${scriptJson(data)}</script>`
  const title = `${escapeText(head.title)}</title>${blockPaint}${description}`
  return [title, shared.styles, alternateLinks(payload, head.title), shared.scripts, html]
}

/** The loader of the deployment's analytics, with its files (widgets/analytics/analytics.ts). */
function analyticsScript({ script, attributes = {}, consent }: Analytics, loader: string): string {
  const data = escapeAttribute(JSON.stringify({ ...attributes, src: script }))
  return `<script defer src="/${loader}" data-analytics="${data}" data-consent="${consent}"></script>`
}

/** The deployment's theme colours, if it has any. They come before the snippet, which applies the chosen theme. */
function themeColors({ themeColor: { light, dark } = {} }: Shell): string {
  const tag = (scheme: string, colour?: string) =>
    colour ? `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})">` : ''
  return tag('light', light) + tag('dark', dark)
}

/** The fonts of a language: those of its own, or of a language that is written alike. */
function fontsOf(fonts: Bundle['entry']['fonts'], { code, dir }: LocaleInfo): string[] {
  return fonts[code] ?? fonts[dir === 'rtl' ? 'ar' : 'en'] ?? []
}

/** Preloads the picture that visitors wait for before the browser reads the page's body. */
function pictureLink(picture?: Sources): string {
  if (!picture) return ''
  const { src, srcSet, avif, sizes } = picture
  const type = avif ? 'type="image/avif" ' : ''
  const from = srcSet
    ? `${type}imagesrcset="${escapeAttribute(avif ?? srcSet)}" imagesizes="${escapeAttribute(String(sizes))}"`
    : `href="${escapeAttribute(src)}"`
  return `<link rel="preload" as="image" ${from} fetchpriority="high">`
}

/** Preloads the files of islands that mount at once, which would otherwise wait for the entry and for each other. */
function islandLinks(placed: PlacedIsland[], bundle: Bundle): string {
  const atOnce = placed.filter(({ name }) => mountsOnLoad(mountingOf(name)))
  const files = new Set(atOnce.flatMap(({ name }) => bundle.islands?.[name] ?? []))
  return [...files]
    .map((file) =>
      file.endsWith('.css')
        ? // With the attributes of the bundler's loader: otherwise it is fetched twice.
          `<link rel="preload" as="style" href="/${file}" crossorigin="">`
        : `<link rel="modulepreload" href="/${file}" fetchpriority="low">`,
    )
    .join('')
}

/**
 * Links to the feeds of stories, to those of products that are new, have another price or are gone
 * (internal/build/pages/changes.go), and to the page in Markdown (internal/build/textpage).
 */
function alternateLinks(payload: Payload, title: string): string {
  const { locale, shell } = site()
  const link = (type: string, path: string, name?: string) =>
    `<link rel="alternate" type="${type}"${name ? ` title="${escapeAttribute(name)}"` : ''} href="${escapeAttribute(path)}">`
  let html = link('application/atom+xml', `${locale.prefix}/feed.xml`)
  if (payload.kind === 'blog' && payload.term)
    html += link('application/atom+xml', `${locale.prefix}${payload.term.base}/feed.xml`, title)
  if (payload.kind === 'home' || payload.kind === 'listing') {
    html += link('application/atom+xml', `${locale.prefix}/products.xml`, shell.name)
    html += link('application/feed+json', `${locale.prefix}/products.json`, shell.name)
  }
  if (!payload.noIndex) html += link('text/markdown', `${localePath(locale, payload.path).replace(/\/$/, '')}/index.md`)
  return html
}

function meta(by: 'name' | 'property', name: string, content: string): string {
  return `<meta ${by}="${name}" content="${escapeAttribute(content)}">`
}

function fontLinks(fonts: string[]): string {
  return fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin="">`).join('')
}

const jsonTexts = new WeakMap<object, SharedPart>()

/** The messages that islands of a document need at once. */
function stringsJson(shell: Shell, islands: PlacedIsland[]): SharedPart {
  const wanted = islands.filter(({ name }) => mountsAutomatically(mountingOf(name)))
  const names = [...new Set(wanted.map(({ name }) => name))].sort()
  const strings = islandMessages(shell.locale, names, Object.keys(shell.currency.rates).length > 0)
  return getOrInsert(jsonTexts, strings, () => sharedPart(scriptJson(strings)))
}

function browserShell(shell: Shell): BrowserShell {
  const kept = Object.entries(shell).filter(([key]) => !serverShellKeys.some((other) => other === key))
  return Object.fromEntries(kept) as BrowserShell
}

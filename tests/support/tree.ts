import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Payload, PayloadOf } from '../../site/lib/payload'
import type { Kind } from '../../site/lib/payload.gen'
import { pathIn, type AnyLanguage, type Deployment } from './storefronts'

/** Every kind of page that a visitor can be shown. */
export const kinds: Kind[] = [
  ...(['home', 'listing', 'product', 'unavailable', 'blog', 'post', 'faq', 'text', 'contact', 'not-found'] as const),
  ...(['cart', 'checkout', 'result', 'invoices', 'search', 'reset-password'] as const),
]

/** The folder that a storefront is served from. */
export function rootOf(deployment: Deployment, builds: string = inject('builds')): string {
  return realpathSync(join(builds, 'public', deployment))
}

/** Every file below a folder, by path from it. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

export interface BuiltPage {
  /** The page's address with its prefix: '/ar/blog'. */
  path: string
  payload: Payload
}

const read = new Map<string, BuiltPage[]>()

/** Every page of a storefront, as its payload tells it. */
export function pagesOf(deployment: Deployment, builds?: string): BuiltPage[] {
  const root = rootOf(deployment, builds)
  let pages = read.get(root)
  if (!pages) {
    pages = filesUnder(root)
      .filter((file) => file.endsWith('_payload.json'))
      .map((file) => {
        const payload = JSON.parse(readFileSync(join(root, file), 'utf8')) as Payload
        return { path: pathIn(payload.locale as AnyLanguage, decodeURI(payload.path)), payload }
      })
    read.set(root, pages)
  }
  return pages
}

/** The payload of one page of a kind, or of the first of them that is `wanted`. */
export function onePage<K extends Kind>(
  deployment: Deployment,
  language: AnyLanguage,
  kind: K,
  wanted: (payload: PayloadOf<K>) => boolean = () => true,
  builds?: string,
): PayloadOf<K> {
  for (const { payload } of pagesOf(deployment, builds)) {
    if (payload.locale !== language || payload.kind !== kind) continue
    // Its kind says so; the compiler cannot follow from a type parameter.
    const found = payload as PayloadOf<K>
    if (wanted(found)) return found
  }
  throw new Error(`${deployment} has no such page of kind ${kind} in ${language}`)
}

/** A product with a fixed price, and with start times, that can be booked. */
export function onSale({ product }: PayloadOf<'product'>): boolean {
  return product.status === 'AVAILABLE' && product.price !== undefined && product.availabilityType === 'START_TIME'
}

/** Where a visitor meets a page: an address that nothing is at, for the page that says so. */
export function addressOf({ kind, locale, path }: Pick<Payload, 'kind' | 'locale' | 'path'>): string {
  return pathIn(locale as AnyLanguage, kind === 'not-found' ? '/nothing-is-here' : path)
}

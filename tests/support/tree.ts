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

const pagesByRoot = new Map<string, BuiltPage[]>()

/** Returns every page of a storefront, with its payload. */
export function pagesOf(deployment: Deployment, builds?: string): BuiltPage[] {
  const root = rootOf(deployment, builds)
  let pages = pagesByRoot.get(root)
  if (!pages) {
    pages = filesUnder(root)
      .filter((file) => file.endsWith('_payload.json'))
      .map((file) => {
        const payload = JSON.parse(readFileSync(join(root, file), 'utf8')) as Payload
        return { path: pathIn(payload.locale as AnyLanguage, decodeURI(payload.path)), payload }
      })
    pagesByRoot.set(root, pages)
  }
  return pages
}

/** Returns the payload of the first page of a kind that matches. */
export function findPage<K extends Kind>(
  deployment: Deployment,
  language: AnyLanguage,
  kind: K,
  matches: (payload: PayloadOf<K>) => boolean = () => true,
  builds?: string,
): PayloadOf<K> {
  for (const { payload } of pagesOf(deployment, builds)) {
    if (payload.locale !== language || payload.kind !== kind) continue
    // Its kind says so; the compiler cannot follow from a type parameter.
    const found = payload as PayloadOf<K>
    if (matches(found)) return found
  }
  throw new Error(`${deployment} has no such page of kind ${kind} in ${language}`)
}

/** Reports whether a product can be booked, has a fixed price and has start times. */
export function isOnSale({ product }: PayloadOf<'product'>): boolean {
  return product.status === 'AVAILABLE' && product.price !== undefined && product.availabilityType === 'START_TIME'
}

/** Returns the address of a page; for the not-found page, one without a page. */
export function addressOf({ kind, locale, path }: Pick<Payload, 'kind' | 'locale' | 'path'>): string {
  return pathIn(locale as AnyLanguage, kind === 'not-found' ? '/nothing-is-here' : path)
}

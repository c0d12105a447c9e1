import type { Payload } from '../payload'

/** Returns the path of a page in a language that it exists in, without its prefix. */
export function pathIn({ path, paths }: Payload, code: string): string {
  return paths?.[code] ?? path
}

/**
 * Returns the target of a language link: the same page, or the nearest that the language has. At the click
 * link-events.ts adds the parameter and the query of the address.
 */
export function pathInOther(payload: Payload, code: string): string {
  if (payload.kind === 'not-found') return '/'
  if (!payload.locales || payload.locales.includes(code)) return pathIn(payload, code)
  return payload.kind === 'post' || payload.kind === 'blog' ? '/blog' : '/'
}

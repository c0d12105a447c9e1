import { readJson } from '../../lib/browser/storage.ts'

/**
 * Returns the key of a product's draft in a tab: the ticket's, or the price request's. At the address that changes an
 * item of the cart, `?item=` and its id, a ticket has a draft of its own, so that a later visit books another.
 */
export function draftKey(kind: 'ticket' | 'negotiation', slug: string, search = window.location.search): string {
  return kind + ':' + slug + search.replace(/^\?(?!item=).*/, '')
}

/** Reports whether the tab has a draft of a product. */
export function hasDraft(slug: string): boolean {
  return !!(readJson(draftKey('ticket', slug)) || readJson(draftKey('negotiation', slug)))
}

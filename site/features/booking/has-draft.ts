import { readJson } from '../../lib/browser/storage.ts'

const kinds = ['ticket', 'negotiation'] as const

/** Returns the key of a product's draft in a tab: the ticket's, or the price request's. */
export function draftKey(kind: (typeof kinds)[number], { slug }: { slug: string }): string {
  return `${kind}:${slug}`
}

/** Reports whether the tab has a draft of a product. */
export function hasDraft(product: { slug: string }): boolean {
  return kinds.some((kind) => readJson(draftKey(kind, product)) !== undefined)
}

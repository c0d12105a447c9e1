import { recall } from '../../lib/browser/tab-memory'

const kinds = ['ticket', 'negotiation'] as const

/** What a tab keeps a product's draft under: of what is chosen, and of what was typed to ask for an offer. */
export function draftName(kind: (typeof kinds)[number], { slug }: { slug: string }): string {
  return `${kind}:${slug}`
}

/** Whether the tab keeps something that was begun with a product. */
export function hasDraft(product: { slug: string }): boolean {
  return kinds.some((kind) => recall(draftName(kind, product)) !== undefined)
}

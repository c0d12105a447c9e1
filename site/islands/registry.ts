import type { IslandEntry } from '../lib/islands/islands'
import type { Payload, PayloadOf } from '../lib/payload'
import type { Kind } from '../lib/payload.gen'
import { isAwaitingResults } from '../lib/navigation/filter-address'
import { hasDraft } from '../features/booking/has-draft'
import { ticketOf } from '../features/booking/ticket-product'

/** Returns a `propsFrom` for an island on pages of one kind. */
const from =
  <K extends Kind>(kind: K, props: (payload: PayloadOf<K>) => object) =>
  (payload: Payload): object => {
    if (payload.kind !== kind) throw new Error(`${payload.kind} in place of ${kind}`)
    return props(payload as PayloadOf<K>)
  }

const productOf = (element: HTMLElement) => element.closest<HTMLElement>('[data-product]')?.dataset.product ?? ''
const hasDraftOf = (element: HTMLElement) => hasDraft({ slug: productOf(element) })

/**
 * Every island: what to load and when. Visitors who only read never load React, which comes with the first island that
 * has a `load`; those with a `start` are plain DOM. The build reads the files that an island needs from the bundler's graph: its module is named after its row. The
 * messages of islands that mount without being used are named in messages.ts, which stays on the server.
 */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    mountOn: 'load',
    onlyIf: hasDraftOf,
    propsFrom: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    mountOn: 'load',
    onlyIf: hasDraftOf,
    propsFrom: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    mountOn: 'interaction',
    propsFrom: from('product', ({ product }) => ({ images: product.images })),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    mountOn: 'visible',
    // Not `import(…).then((it) => …)`: the bundler takes a failure of that `then` for a lost chunk, and the page is reloaded.
    onlyIf: async (element) => (await import('./reviews/news')).hasNews(element),
    propsFrom: from('product', ({ slug, product }) => ({ slug, reviews: product.reviews ?? [] })),
  },
  listing: {
    start: () => import('../widgets/finder/listing').then((module) => module.startListing),
    mountOn: 'load',
    onlyIf: isAwaitingResults,
    propsFrom: from('listing', (listing) => ({ listing })),
  },
  search: {
    start: () => import('../widgets/finder/search').then((module) => module.startSearch),
    mountOn: 'load',
    onlyIf: isAwaitingResults,
  },
  cart: {
    load: () => import('./cart/cart').then((module) => module.CartIsland),
    mountOn: 'load',
  },
  checkout: {
    load: () => import('./checkout/checkout').then((module) => module.CheckoutIsland),
    mountOn: 'load',
  },
  result: {
    load: () => import('./result/result').then((module) => module.ResultIsland),
    mountOn: 'load',
  },
  invoices: {
    load: () => import('./invoices/invoices').then((module) => module.InvoicesIsland),
    mountOn: 'load',
  },
  'reset-password': {
    load: () => import('./reset-password/reset-password').then((module) => module.ResetPasswordIsland),
    mountOn: 'load',
  },
  contact: {
    load: () => import('./contact/contact').then((module) => module.ContactIsland),
    mountOn: 'visible',
  },
} satisfies Record<string, IslandEntry>

export type IslandName = keyof typeof islands
type ViewOf<Entry> = Entry extends { load: () => Promise<infer View> } ? View : never
type PropsOf<View> = View extends (props: infer P extends object) => unknown ? P : never
export type IslandProps<N extends IslandName> = PropsOf<ViewOf<(typeof islands)[N]>>

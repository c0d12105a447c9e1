import type { IslandEntry } from '../lib/islands/islands'
import type { Payload, PayloadOf } from '../lib/payload'
import type { Kind } from '../lib/payload.gen'
import { ticketOf } from '../features/booking/ticket-product'
import type { IslandName } from './mounting'

/** Returns a `propsFrom` for an island on pages of one kind. */
const from =
  <K extends Kind>(kind: K, props: (payload: PayloadOf<K>) => object) =>
  (payload: Payload): object => {
    if (payload.kind !== kind) throw new Error(`${payload.kind} in place of ${kind}`)
    return props(payload as PayloadOf<K>)
  }

/**
 * What each island loads. Visitors who only read never load React, which comes with the first island that has a `load`;
 * those with a `start` are plain DOM. An island's module is named after its row: the build reads the files that the island
 * needs from the bundler's graph, and its messages from its modules (render/build/message-groups.ts).
 */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    propsFrom: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    propsFrom: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    propsFrom: from('product', ({ product }) => ({ images: product.images })),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    propsFrom: from('product', ({ slug, product }) => ({ slug, reviews: product.reviews ?? [] })),
  },
  listing: {
    start: () => import('../widgets/finder/listing').then((module) => module.startListing),
    propsFrom: from('listing', (listing) => ({ listing })),
  },
  search: { start: () => import('../widgets/finder/search').then((module) => module.startSearch) },
  cart: { load: () => import('./cart/cart').then((module) => module.CartIsland) },
  checkout: { load: () => import('./checkout/checkout').then((module) => module.CheckoutIsland) },
  result: { load: () => import('./result/result').then((module) => module.ResultIsland) },
  invoices: { load: () => import('./invoices/invoices').then((module) => module.InvoicesIsland) },
  'reset-password': {
    load: () => import('./reset-password/reset-password').then((module) => module.ResetPasswordIsland),
  },
  contact: { load: () => import('./contact/contact').then((module) => module.ContactIsland) },
} satisfies Record<IslandName, IslandEntry>

type ViewOf<Entry> = Entry extends { load: () => Promise<infer View> } ? View : never
type PropsOf<View> = View extends (props: infer P extends object) => unknown ? P : never
export type IslandProps<N extends IslandName> = PropsOf<ViewOf<(typeof islands)[N]>>

import type { IslandEntry } from '../lib/islands'
import type { Payload, PayloadOf } from '../lib/payload'
import type { Kind } from '../lib/payload.gen'
import { isWished } from '../lib/wished'
import { listedPage } from './finder/listed-page'
import { isBegun } from './ticket/begun'
import { ticketOf } from './ticket/ticket-product'

/** Props made of a payload of the kind of page that the island is on. */
const from =
  <K extends Kind>(kind: K, props: (payload: PayloadOf<K>) => object) =>
  (payload: Payload): object => {
    if (payload.kind !== kind) throw new Error(`${payload.kind} in place of ${kind}`)
    return props(payload as PayloadOf<K>)
  }

const isBegunHere = () => isBegun({ slug: window.location.pathname.split('/').at(-1) ?? '' })

/** An island that asks the server for all it shows: it has a stand-in on the page and needs nothing of the payload. */
const standIn = () => ({})

/**
 * Every island: what to load and when. Who only reads never needs React, which comes with the first island that wakes. The
 * messages of those that wake by themselves are named in strings.ts, which browsers have no use for.
 */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    hydrate: 'load',
    onlyIf: isBegunHere,
    fromPayload: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    hydrate: 'load',
    onlyIf: isBegunHere,
    fromPayload: from('product', (payload) => ({ product: ticketOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    hydrate: 'interaction',
    fromPayload: from('product', ({ product }) => ({ images: product.images })),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    hydrate: 'visible',
    // Not `import(…).then((it) => …)`: the bundler takes a failure of that `then` for a lost chunk, and the page is reloaded.
    onlyIf: async (element) => (await import('./reviews/news')).hasNews(element),
    fromPayload: from('product', ({ slug, product }) => ({ slug, reviews: product.reviews ?? [] })),
  },
  listing: {
    load: () => import('./finder/listing-finder').then((module) => module.ListingFinder),
    hydrate: 'load',
    onlyIf: isWished,
    fromPayload: from('listing', (payload) => ({ listing: listedPage(payload) })),
  },
  search: {
    load: () => import('./finder/search-finder').then((module) => module.SearchFinder),
    hydrate: 'load',
    onlyIf: isWished,
    fromPayload: standIn,
  },
  cart: {
    load: () => import('./cart/cart').then((module) => module.CartIsland),
    hydrate: 'load',
    fromPayload: standIn,
  },
  checkout: {
    load: () => import('./checkout/checkout').then((module) => module.CheckoutIsland),
    hydrate: 'load',
    fromPayload: standIn,
  },
  result: {
    load: () => import('./result/result').then((module) => module.ResultIsland),
    hydrate: 'load',
    fromPayload: standIn,
  },
  invoices: {
    load: () => import('./invoices/invoices').then((module) => module.InvoicesIsland),
    hydrate: 'load',
    fromPayload: standIn,
  },
  'reset-password': {
    load: () => import('./reset-password/reset-password').then((module) => module.ResetPasswordIsland),
    hydrate: 'load',
    fromPayload: standIn,
  },
  contact: {
    load: () => import('./contact/contact').then((module) => module.ContactIsland),
    hydrate: 'visible',
    fromPayload: standIn,
  },
  theme: {
    load: () => import('./theme/theme').then((module) => module.Theme),
    hydrate: 'interaction',
  },
} satisfies Record<string, IslandEntry>

export type IslandName = keyof typeof islands
type PropsOf<View> = View extends (props: infer P extends object) => unknown ? P : never
export type IslandProps<N extends IslandName> = PropsOf<Awaited<ReturnType<(typeof islands)[N]['load']>>>

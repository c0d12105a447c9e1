import type { IslandEntry } from '../lib/islands'
import type { Payload, PayloadOf } from '../lib/payload'
import { listedPage } from './finder/listed-page'
import { ticketOf } from './ticket/ticket-product'

const ofProduct =
  <P extends object>(props: (payload: PayloadOf<'product'>) => P) =>
  (payload: Payload): P => {
    if (payload.kind !== 'product') throw new Error(`no product in a payload of kind "${payload.kind}"`)
    return props(payload)
  }

/** An island that asks the server for all it shows: it has a stand-in on the page and needs nothing of the payload. */
const standIn = () => ({})

/** Every island: what to load and when. Which messages it uses is in strings.ts, which browsers have no use for. */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    hydrate: 'idle',
    fromPayload: ofProduct((payload) => ({ product: ticketOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    hydrate: 'idle',
    fromPayload: ofProduct((payload) => ({ product: ticketOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    hydrate: 'interaction',
    fromPayload: ofProduct(({ product }) => ({ images: product.images })),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    hydrate: 'visible',
    fromPayload: ofProduct(({ slug, product }) => ({ slug, reviews: product.reviews ?? [] })),
  },
  listing: {
    load: () => import('./finder/listing-finder').then((module) => module.ListingFinder),
    hydrate: 'wished',
    fromPayload: (payload) => ({ listing: listedPage(payload) }),
  },
  search: {
    load: () => import('./finder/search-finder').then((module) => module.SearchFinder),
    hydrate: 'wished',
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

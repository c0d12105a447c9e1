import { ticketProductOf } from '../features/booking/ticket-product'
import { payloadProps, type ReactIsland } from '../lib/islands/island-contract'
import type { IslandName } from './mounting'

/**
 * What each island of React loads; visitors who only read never load React. An island's module is named after its row:
 * the build reads the files that the island needs from the bundler's graph, and its messages from its modules
 * (render/build/message-groups.ts).
 */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    propsFrom: payloadProps('product', (payload) => ({ product: ticketProductOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    propsFrom: payloadProps('product', (payload) => ({ product: ticketProductOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    propsFrom: (payload, placed) => ({ payload, ...placed }),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    propsFrom: payloadProps('product', ({ slug, product }) => ({ slug, reviews: product.reviews ?? [] })),
  },
  cart: { load: () => import('./cart/cart').then((module) => module.CartIsland) },
  checkout: { load: () => import('./checkout/checkout').then((module) => module.CheckoutIsland) },
  result: { load: () => import('./result/result').then((module) => module.ResultIsland) },
  invoices: { load: () => import('./invoices/invoices').then((module) => module.InvoicesIsland) },
  'reset-password': {
    load: () => import('./reset-password/reset-password').then((module) => module.ResetPasswordIsland),
  },
  contact: { load: () => import('./contact/contact').then((module) => module.ContactIsland) },
} satisfies Partial<Record<IslandName, ReactIsland>>

type PropsOf<Row> = Row extends { load: () => Promise<infer C>; propsFrom?: never } ? ComponentProps<C> : object

/** The props of a component; `object` for one without. `satisfies` adds components without props to the island's. */
type ComponentProps<C> = [PropsIn<C>] extends [never] ? object : PropsIn<C>
type PropsIn<C> = C extends (props: infer P) => unknown ? Extract<P, object> : never

/** The props that a page places an island with; most islands have none, or take them from the payload. */
export type IslandProps<N extends IslandName> = N extends keyof typeof islands ? PropsOf<(typeof islands)[N]> : object

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

/** What is said where the server may have been asked too often. */
const asking = ['span.minutes', 'span.hours']

/** What lists of products and their filters say. */
const finding = [
  ...['finder', 'card', 'per', 'rating', 'duration', 'problem', 'facts.between', 'listing.count', 'listing.results'],
  ...['search.noResults', 'search.somethingElse', 'search.title', 'search.resultsFor', 'nav.all', 'dialog.close'],
  ...['ticket.loading', 'ticket.calendar', 'pager.next', 'pager.previous', 'span.minutes', 'span.hours'],
]

/** What is said of anything booked, or about to be. */
const booking = [
  ...['currency.youPay', 'cart', 'problem', 'form', 'unit', 'per', 'duration.days', 'duration.nights', 'card.wasPrice', 'facts.between'],
  ...asking,
]

/** What is said of a ticket, whether or not it has a price. */
const ticket = [
  ...['ticket', 'span', 'unit', 'per', 'ages', 'cancellation', 'card.from', 'card.wasPrice', 'card.onRequest'],
  ...['travellers.count', 'travellers.upTo', 'facts.between', 'pager.next', 'pager.previous', 'footer.chat'],
  ...['duration.days', 'duration.nights', 'cart.priceDetails', 'cart.original', 'cart.discount', 'cart.counted'],
  ...['cart.each', 'problem.sold_out', 'problem.cart_full', 'problem.currency_mismatch', 'booking.similar'],
]

/** Every island: what to load, when, and which messages it uses. */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    hydrate: 'idle',
    strings: ticket,
    fromPayload: ofProduct((payload) => ({ product: ticketOf(payload) })),
  },
  negotiation: {
    load: () => import('./negotiation/negotiation').then((module) => module.Negotiation),
    hydrate: 'idle',
    strings: [
      ...[...ticket, 'negotiation', 'booking.ask', 'form', 'problem', 'cart.day', 'checkout.country', 'checkout.phone'],
      ...['checkout.countryNone'],
    ],
    fromPayload: ofProduct((payload) => ({ product: ticketOf(payload) })),
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    hydrate: 'interaction',
    strings: ['gallery', 'product.photos'],
    fromPayload: ofProduct(({ product }) => ({ images: product.images })),
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    hydrate: 'visible',
    strings: ['reviews', 'rating.stars'],
    fromPayload: ofProduct(({ product }) => ({ reviews: product.reviews ?? [] })),
  },
  listing: {
    load: () => import('./finder/listing-finder').then((module) => module.ListingFinder),
    hydrate: 'wished',
    strings: finding,
    fromPayload: (payload) => ({ listing: listedPage(payload) }),
  },
  search: {
    load: () => import('./finder/search-finder').then((module) => module.SearchFinder),
    hydrate: 'wished',
    strings: finding,
    fromPayload: standIn,
  },
  cart: {
    load: () => import('./cart/cart').then((module) => module.CartIsland),
    hydrate: 'load',
    strings: [
      ...[...booking, 'ages', 'travellers.count', 'travellers.upTo', 'ticket.less', 'ticket.more', 'ticket.atMost'],
      ...['ticket.maxPerItem', 'ticket.left', 'ticket.days', 'ticket.nights'],
    ],
    fromPayload: standIn,
  },
  checkout: {
    load: () => import('./checkout/checkout').then((module) => module.CheckoutIsland),
    hydrate: 'load',
    strings: [...booking, 'checkout', 'footer.chat', 'nav.cart'],
    fromPayload: standIn,
  },
  result: {
    load: () => import('./result/result').then((module) => module.ResultIsland),
    hydrate: 'load',
    strings: [...booking, 'result', 'footer.chat'],
    fromPayload: standIn,
  },
  invoices: {
    load: () => import('./invoices/invoices').then((module) => module.InvoicesIsland),
    hydrate: 'load',
    strings: [...booking, 'result', 'invoices', 'findOrder', 'cancel', 'account', 'dialog', 'footer.chat'],
    fromPayload: standIn,
  },
  'reset-password': {
    load: () => import('./reset-password/reset-password').then((module) => module.ResetPasswordIsland),
    hydrate: 'load',
    strings: [...asking, 'reset', 'account', 'form', 'problem'],
    fromPayload: standIn,
  },
  contact: {
    load: () => import('./contact/contact').then((module) => module.ContactIsland),
    hydrate: 'visible',
    strings: [...asking, 'contact', 'form', 'problem'],
    fromPayload: standIn,
  },
  theme: {
    load: () => import('./theme/theme').then((module) => module.Theme),
    hydrate: 'interaction',
    strings: ['nav.theme'],
  },
} satisfies Record<string, IslandEntry>

export type IslandName = keyof typeof islands
type PropsOf<View> = View extends (props: infer P extends object) => unknown ? P : never
export type IslandProps<N extends IslandName> = PropsOf<Awaited<ReturnType<(typeof islands)[N]['load']>>>

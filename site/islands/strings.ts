import type { IslandName } from '.'

/** What is said where the server may have been asked too often. */
const asking = ['span.minutes', 'span.hours']

/** What is said to whoever cannot go on by himself. */
const stuck = ['contact.stuck', 'footer.chat']

/** What lists of products and their filters say. */
const finding = [
  ...stuck,
  ...[
    'currency',
    'finder',
    'card',
    'per',
    'rating',
    'duration',
    'problem',
    'facts.between',
    'listing.count',
    'listing.results',
  ],
  ...['search.noResults', 'search.somethingElse', 'search.title', 'search.resultsFor', 'nav.all', 'dialog.close'],
  ...['ticket.loading', 'ticket.calendar', 'pager.next', 'pager.previous', 'span.minutes', 'span.hours'],
]

/** What is said of anything booked, or about to be. */
const booking = [
  ...[
    'currency.youPay',
    'cart',
    'problem',
    'form',
    'unit',
    'per',
    'duration.days',
    'duration.nights',
    'card.wasPrice',
    'facts.between',
  ],
  ...stuck,
  ...asking,
]

/** What is said of a ticket, whether or not it has a price. */
const ticket = [
  ...['ticket', 'span', 'unit', 'per', 'ages', 'cancellation', 'card.from', 'card.wasPrice', 'card.onRequest'],
  ...['travellers.count', 'travellers.upTo', 'facts.between', 'pager.next', 'pager.previous', 'footer.chat'],
  ...['duration.days', 'duration.nights', 'cart.priceDetails', 'cart.original', 'cart.discount', 'cart.counted'],
  ...['cart.each', 'problem.sold_out', 'problem.cart_full', 'problem.currency_mismatch', 'booking.similar'],
]

/** The keys of locales/*.json that each island uses: 'cart' for a branch, 'cart.items' for one message. */
export const strings = {
  ticket,
  negotiation: [
    ...[...ticket, 'negotiation', 'booking.ask', 'form', 'problem', 'cart.day', 'checkout.country', 'checkout.phone'],
    ...['checkout.countryNone'],
  ],
  gallery: ['gallery', 'product.photos'],
  reviews: [...asking, 'reviews', 'rating', 'problem', 'dialog', 'form.optional', 'form.charactersLeft'],
  listing: finding,
  search: finding,
  cart: [
    ...[...booking, 'ages', 'travellers.count', 'travellers.upTo', 'ticket.less', 'ticket.more', 'ticket.atMost'],
    ...['ticket.maxPerItem', 'ticket.left', 'ticket.days', 'ticket.nights'],
  ],
  checkout: [...booking, 'checkout', 'nav.cart'],
  result: [...booking, 'result'],
  invoices: [...booking, 'result', 'invoices', 'findOrder', 'cancel', 'account', 'dialog'],
  'reset-password': [...asking, 'reset', 'account', 'form', 'problem'],
  contact: [...asking, 'contact', 'form', 'problem', 'footer.chat'],
  theme: ['nav.theme'],
} satisfies Record<IslandName, readonly string[]>

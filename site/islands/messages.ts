import type { IslandName } from './registry'

/** What is said where the server may have been asked too often. */
const asking = ['span.minutes', 'span.hours']

/** What is said to whoever cannot go on by himself. */
const stuck = ['contact.stuck', 'footer.chat']

/** What is said of anything booked, or about to be. */
const booking = [
  ...[
    'currency.youPay',
    'cart',
    'places',
    'problem',
    'form',
    'unit',
    'per',
    'duration.days',
    'duration.nights',
    'cancellation',
    'card.wasPrice',
    'facts.between',
  ],
  ...stuck,
  ...asking,
]

/**
 * The keys of locales/*.json of each island that a document brings the messages of: 'cart' for a branch, 'cart.items' for one
 * message. The others load the language's file when they mount.
 */
export const messages = {
  cart: [
    ...[...booking, 'ages', 'travellers.count', 'travellers.upTo', 'ticket.less', 'ticket.more', 'ticket.atMost'],
    ...['ticket.maxPerItem', 'ticket.left', 'ticket.days', 'ticket.nights'],
  ],
  checkout: [...booking, 'checkout', 'nav.cart'],
  result: [...booking, 'result'],
  invoices: [...booking, 'result', 'invoices', 'findOrder', 'cancel', 'account', 'dialog'],
  'reset-password': [...asking, 'reset', 'account', 'form', 'problem'],
  contact: [...asking, 'contact', 'form', 'problem', 'footer.chat'],
} satisfies Partial<Record<IslandName, readonly string[]>>

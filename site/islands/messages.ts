import type { IslandName } from './registry'

/** Messages of a rate limit: how long to wait. */
const rateLimit = ['span.minutes', 'span.hours']

/** Messages that offer a person's help. */
const help = ['contact.stuck', 'footer.chat']

/** Messages about anything that is booked, or about to be. */
const booking = [
  ...[
    'currency.youPay',
    'labelled',
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
  ...help,
  ...rateLimit,
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
  'reset-password': [...rateLimit, 'reset', 'account', 'form', 'problem'],
  contact: [...rateLimit, 'contact', 'form', 'problem', 'footer.chat'],
} satisfies Partial<Record<IslandName, readonly string[]>>

/** The keys of each part of the messages that islands without React load in place of the language's file. */
export const messageParts = {
  finder: [
    ...['finder', 'card', 'per', 'duration', 'rating', 'facts.between', 'listing.count', 'listing.results', 'dialog'],
    ...['search.noResults', 'search.somethingElse', 'search.resultsFor', 'search.date', 'nav.all', 'error'],
    ...['problem.invalid', 'problem.not_found', 'problem.unavailable', 'problem.network', 'problem.too_many_tries'],
    ...['currency.about', ...help, ...rateLimit],
  ],
} satisfies Record<string, readonly string[]>

export type MessagePart = keyof typeof messageParts

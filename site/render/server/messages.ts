import { messages as islandKeys } from '../../islands/messages'
import { pickMessages, type MessageTree } from '../../lib/i18n/i18n'

const all = import.meta.glob<MessageTree>('../../locales/*.json', { eager: true, import: 'default' })

/** Every message of a language. */
export function messagesOf(locale: string): MessageTree {
  const found = all[`../../locales/${locale}.json`]
  if (!found) throw new Error(`no locales/${locale}.json`)
  return found
}

// Messages that any page may show: errors, toasts, the cart's count and the notes on converted prices.
const always = ['error', 'toast', 'booking.inCart', 'currency.about', 'currency.note', 'currency.noteTaken']
const picked = new Map<string, MessageTree>()

/** The messages that the named islands say they use, the same object each time. */
export function islandMessages(locale: string, names: string[]): MessageTree {
  const key = `${locale} ${names.join(' ')}`
  let messages = picked.get(key)
  if (!messages) {
    const table: Record<string, readonly string[]> = islandKeys
    const keys = names.flatMap((name) => table[name] ?? [])
    picked.set(key, (messages = pickMessages(messagesOf(locale), [...always, ...keys])))
  }
  return messages
}

import { keys as keysOf } from 'virtual:messages/keys'
import { pickMessages, type MessageTree } from '../../lib/i18n/message-tree'

const all = import.meta.glob<MessageTree>('../../locales/*.json', { eager: true, import: 'default' })

/** Every message of a language. */
export function messagesOf(locale: string): MessageTree {
  const found = all[`../../locales/${locale}.json`]
  if (!found) throw new Error(`no locales/${locale}.json`)
  return found
}

// What any page may come to say: the app-level error display, toasts, and how full the cart is.
const always = ['error', 'toast', 'booking.inCart', 'currency.about']
const picked = new Map<string, MessageTree>()

/** Returns the messages that the named islands use, the same object each time. */
export function islandMessages(locale: string, names: string[]): MessageTree {
  const key = `${locale} ${names.join(' ')}`
  let messages = picked.get(key)
  if (!messages) {
    const keys = names.flatMap((name) => keysOf[name] ?? [])
    picked.set(key, (messages = pickMessages(messagesOf(locale), [...always, ...keys])))
  }
  return messages
}

import { keys as keysOf } from 'virtual:messages/keys'
import { getOrInsert } from '../../lib/get-or-insert'
import { pickMessages, type MessageTree } from '../../lib/i18n/message-tree'

const bundled = import.meta.glob<MessageTree>('../../locales/*.json', { eager: true, import: 'default' })

/** All messages of languages, by code. */
export type Messages = Record<string, MessageTree>

let contentMessages: Messages = {}

/** Makes messages of content those of their languages, in place of the site's own. */
export function setContentMessages(messages: Messages): void {
  contentMessages = messages
}

/** Every message of a language. */
export function messagesOf(locale: string): MessageTree {
  const found = contentMessages[locale] ?? bundled[`../../locales/${locale}.json`]
  if (!found) throw new Error(`no locales/${locale}.json, and no content/texts/${locale}.yaml`)
  return found
}

// Messages that any page may show: errors, toasts and the cart's count; and the notes on converted prices.
const alwaysIncluded = ['error', 'toast', 'booking.inCart']
const conversionKeys = ['currency.about', 'currency.note', 'currency.noteTaken']
const picked = new Map<string, MessageTree>()

/** Returns the messages that the named islands use, where prices are converted or not, the same object each time. */
export function islandMessages(locale: string, names: string[], converts = true): MessageTree {
  return getOrInsert(picked, `${locale} ${converts} ${names.join(' ')}`, () => {
    const keys = names.flatMap((name) => keysOf[name] ?? [])
    return pickMessages(messagesOf(locale), [...alwaysIncluded, ...(converts ? conversionKeys : []), ...keys])
  })
}

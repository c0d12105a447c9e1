import { parts } from 'virtual:message-parts'
import type { MessagePart } from '../../islands/messages'
import type { MessageTree } from '../../lib/i18n/i18n'
import type { DocumentData } from './document-data'

const locales = import.meta.glob<MessageTree>('../../locales/*.json', { import: 'default' })
let whole: MessageTree | undefined

/** Loads all messages of the document's language, or a part of them; the document carries only those of its own islands. */
export async function loadMessages(data: DocumentData, part?: MessagePart): Promise<void> {
  const { locale } = data.shell
  const load = part ? parts[part]?.[locale] : locales[`../../locales/${locale}.json`]
  if (!load) throw new Error(`no messages in "${locale}"`)
  if (part && !whole) {
    const loaded = await load()
    data.strings = whole ?? merged(data.strings, loaded)
  } else data.strings = whole ??= await load()
}

function merged(some: MessageTree, more: MessageTree): MessageTree {
  const all = { ...some }
  for (const [key, value] of Object.entries(more)) {
    const own = all[key]
    all[key] = typeof own === 'object' && typeof value === 'object' ? merged(own, value) : value
  }
  return all
}

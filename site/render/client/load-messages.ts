import { groups } from 'virtual:messages/lazy'
import { mergeMessages, type MessageTree } from '../../lib/i18n/message-tree'
import type { DocumentData } from './document-data'

const loaded = new Set<string>()

/**
 * Adds a group of messages to those that the document has: an island's, a widget's, or all of its language. Messages of
 * content come whole, in a file of the deployment's.
 */
export async function loadMessages(data: DocumentData, group = 'all'): Promise<void> {
  if (loaded.has('all') || loaded.has(group)) return
  const { locale, texts } = data.shell
  const own = texts && (import(/* @vite-ignore */ `/${texts}`) as Promise<{ default: MessageTree }>)
  for (const messages of [await groups[group]?.[locale]?.(), own && (await own)]) {
    if (messages) data.strings = mergeMessages(data.strings, messages.default)
  }
  loaded.add(group)
}

import { groups } from 'virtual:messages/lazy'
import { mergeMessages, type MessageTree } from '../../lib/i18n/message-tree'
import type { DocumentData } from './document-data'

type Loaded = Promise<{ default: MessageTree }>

const loaded = new Set<string>()

/**
 * Adds a group of messages to those that the document has: an island's, a widget's, or all of its language. Messages of
 * content come whole, in a file of the deployment's.
 */
export async function loadMessages(data: DocumentData, group = 'all'): Promise<void> {
  if (loaded.has('all') || loaded.has(group)) return
  const { locale, texts } = data.shell
  for (const found of [groups[group]?.[locale]?.(), texts && (import(/* @vite-ignore */ `/${texts}`) as Loaded)]) {
    const file = await found
    if (file) data.strings = mergeMessages(data.strings, file.default)
  }
  loaded.add(group)
}

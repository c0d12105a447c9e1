import { groups } from 'virtual:messages/lazy'
import { mergeMessages } from '../../lib/i18n/message-tree'
import type { DocumentData } from './document-data'

const loaded = new Set<string>()

/** Adds a group of messages to those that the document has: an island's, a widget's, or all of its language. */
export async function loadMessages(data: DocumentData, group = 'all'): Promise<void> {
  if (loaded.has('all') || loaded.has(group)) return
  const load = groups[group]?.[data.shell.locale]
  if (!load) throw new Error(`no messages "${group}" in "${data.shell.locale}"`)
  const messages = (await load()).default
  loaded.add(group)
  data.strings = mergeMessages(data.strings, messages)
}

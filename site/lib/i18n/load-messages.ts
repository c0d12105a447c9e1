import { groups } from 'virtual:messages/lazy'
import type { BrowserShell } from '../site'
import { mergeMessages, type MessageTree } from './message-tree'

type Loaded = Promise<{ default: MessageTree }>

const loaded = new Set<string>()

/**
 * Adds a group of messages to those that the document has: an island's, a widget's, or all of its language. Messages of
 * content come whole, in a file of the deployment's.
 */
export async function loadMessages({ locale, texts }: BrowserShell, messages: MessageTree, group = 'all') {
  if (loaded.has('all') || loaded.has(group)) return
  for (const found of [groups[group]?.[locale]?.(), texts && (import(/* @vite-ignore */ `/${texts}`) as Loaded)]) {
    const file = await found
    if (file) Object.assign(messages, mergeMessages(messages, file.default))
  }
  loaded.add(group)
}

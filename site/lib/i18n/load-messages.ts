import { groups } from 'virtual:messages/lazy'
import type { BrowserShell } from '../site'
import { mergeMessages, type MessageTree } from './message-tree'

type MessageModule = Promise<{ default: MessageTree }>

const loadedGroups = new Set<string>()

/**
 * Adds a group of messages to those that the document has: an island's, a widget's, or all of its language. Messages of
 * content come whole, in a file of the deployment's.
 */
export async function loadMessages({ locale, texts }: BrowserShell, messages: MessageTree, group = 'all') {
  if (loadedGroups.has('all') || loadedGroups.has(group)) return
  for (const source of [
    groups[group]?.[locale]?.(),
    texts && (import(/* @vite-ignore */ `/${texts}`) as MessageModule),
  ]) {
    const messageModule = await source
    if (messageModule) Object.assign(messages, mergeMessages(messages, messageModule.default))
  }
  loadedGroups.add(group)
}

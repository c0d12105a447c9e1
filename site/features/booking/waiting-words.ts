import type { MessageTree } from '../../lib/i18n/message-tree'
import { site } from '../../lib/site'

// The messages of other languages come with content, all at once.
const words: Record<string, () => Promise<{ default: MessageTree }>> = {
  en: () => import('virtual:messages/waiting/en'),
  ar: () => import('virtual:messages/waiting/ar'),
}

/** Adds the messages of the waiting list to those of the document. */
export async function addWaitingWords(): Promise<void> {
  const { shell, messages } = site()
  const found = await words[shell.locale]?.()
  if (found) add(found.default, messages)
}

function add(from: MessageTree, to: MessageTree): void {
  for (const [key, value] of Object.entries(from)) {
    const known = to[key]
    if (typeof value === 'object' && typeof known === 'object') add(value, known)
    else to[key] = value
  }
}

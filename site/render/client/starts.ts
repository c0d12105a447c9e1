import { startNextStarts } from '../../widgets/next-starts/next-starts'
import { enterSite } from '../../lib/site'
import type { DocumentData } from './document-data'
import { loadMessages } from './load-messages'

/** Has the rows of a page tell when they start next, those too that come with later pages. */
export async function startStarts(page: HTMLElement, data: DocumentData): Promise<void> {
  await loadMessages(data)
  enterSite(data.shell, data.strings)
  startNextStarts(page)
}

import { startSearchBox } from '../../widgets/search-box/search-box'
import { enterSite } from '../../lib/site'
import type { DocumentData } from './document-data'
import { loadMessages } from './load-messages'

/** Brings a search field to life. It may stand outside #page, and stays when the page changes. */
export async function startSearch(input: HTMLInputElement, data: DocumentData): Promise<void> {
  await loadMessages(data)
  enterSite(data.shell, data.strings)
  startSearchBox(input)
}

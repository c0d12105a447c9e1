import { startNextStarts } from '../islands/next-starts/next-starts'
import { enterSite } from '../lib/site'
import type { DocumentData } from './document-data'
import { loadLocale } from './whole-locale'

/** Has the rows of a page tell when they start next, those too that come with later pages. */
export async function startStarts(page: HTMLElement, data: DocumentData): Promise<void> {
  await loadLocale(data)
  enterSite(data.shell, data.strings)
  startNextStarts(page)
}

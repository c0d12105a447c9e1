import type { MessageTree } from '../../lib/i18n/i18n'
import type { DocumentData } from './document-data'

const locales = import.meta.glob<MessageTree>('../../locales/*.json', { import: 'default' })
let whole: MessageTree | undefined

/** Loads all messages of the document's language; the document itself carries only those of its own islands. */
export async function loadMessages(data: DocumentData): Promise<void> {
  if (!whole) {
    const load = locales[`../../locales/${data.shell.locale}.json`]
    if (!load) throw new Error(`no messages in "${data.shell.locale}"`)
    whole = await load()
  }
  data.strings = whole
}

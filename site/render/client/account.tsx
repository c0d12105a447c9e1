import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { AccountDialog } from '../../features/account/account-dialog'
import type { AccountStep } from '../../features/account/open-account-dialog'
import { enterSite } from '../../lib/site'
import type { DocumentData } from './document-data'
import { loadMessages } from './load-messages'

let show: ((step: AccountStep) => void) | undefined

/** Opens the account dialog. It stands outside #page, and keeps what was typed for as long as the document is open. */
export async function openAccount(step: AccountStep, data: DocumentData): Promise<void> {
  await loadMessages(data)
  if (!show) {
    enterSite(data.shell, data.strings)
    const place = document.createElement('div')
    document.body.append(place)
    const control = (it: typeof show) => {
      show = it
    }
    flushSync(() => createRoot(place, { identifierPrefix: 'account' }).render(<AccountDialog control={control} />))
  }
  show?.(step)
}

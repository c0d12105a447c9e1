import type { MessageTree } from '../../lib/i18n/message-tree'
import type { Payload } from '../../lib/payload'
import type { PlacedIsland } from '../../lib/islands/placement'
import type { BrowserShell } from '../../lib/site'

/** The JSON in every document that the browser's half starts from. */
export interface DocumentData {
  shell: BrowserShell
  islands: PlacedIsland[]
  /** Messages of the islands that mount without being used; those of another island are fetched with it, and all of the language when the router runs. */
  strings: MessageTree
  /** What the page that is shown was made of, once an island or the router has it. */
  payload?: Promise<Payload>
}

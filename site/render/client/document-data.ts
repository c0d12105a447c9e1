import type { MessageTree } from '../../lib/i18n/message-tree'
import type { Payload } from '../../lib/payload'
import type { PlacedIsland } from '../../lib/document/placement'
import type { BrowserShell } from '../../lib/site'

/** DocumentData is the JSON in every document, with the data that scripts have loaded since. */
export interface DocumentData {
  shell: BrowserShell
  islands: PlacedIsland[]
  /**
   * Messages of the islands that mount without being used; those of another island are fetched with it, and all of the
   * language when the router runs.
   */
  strings: MessageTree
  /** The payload of the shown page, once an island or the router has fetched it. */
  payload?: Promise<Payload>
}

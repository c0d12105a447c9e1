import type { MessageTree } from '../lib/i18n'
import type { PlacedIsland } from '../lib/islands'
import type { Payload } from '../lib/payload'
import type { BrowserShell } from '../lib/site'

/** The JSON in every document that the browser's half starts from. */
export interface DocumentData {
  shell: BrowserShell
  islands: PlacedIsland[]
  /** The messages that those islands use; all of the language's after the first navigation. */
  strings: MessageTree
  /** What the page that is shown was made of, once an island or the router has it. */
  payload?: Promise<Payload>
}

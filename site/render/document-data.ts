import type { MessageTree } from '../lib/i18n'
import type { PlacedIsland } from '../lib/islands'
import type { Payload } from '../lib/payload'
import type { BrowserShell } from '../lib/site'

/** The JSON in every document that the browser's half starts from. */
export interface DocumentData {
  shell: BrowserShell
  islands: PlacedIsland[]
  /** Messages of those islands that wake by themselves; all of the language's once another wakes or the visitor goes on. */
  strings: MessageTree
  /** What the page that is shown was made of, once an island or the router has it. */
  payload?: Promise<Payload>
}

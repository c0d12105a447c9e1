import type { ReactNode } from 'react'
import type { Sources } from '../image/image'
import type { Sections } from '../navigation/header-links'

/** An island on a page: the id of its element, its name in islands/mounting.ts, and its props. */
export interface PlacedIsland {
  id: string
  name: string
  /** Absent where they come from the page's payload, and where the island has none. */
  props?: object
}

/** PageContext has the values of a page that header and footer need. */
export interface PageContext {
  sections: Sections
  /** Returns the address of the page in another language. */
  hrefIn: (code: string) => string
}

/** Slot is a part of header or footer that depends on the page. */
export interface Slot {
  view: (page: PageContext) => ReactNode
  /** The section, if the slot depends on nothing else. */
  section?: string
}

/** Placements are the results of rendering beside HTML. */
interface Placements {
  islands: PlacedIsland[]
  slots: Slot[]
  /** The first large picture, which the document preloads. */
  firstPicture?: Sources
}

let prefix = 'p'
let placements: Placements = { islands: [], slots: [] }

/** Runs `render` and returns its result with the islands and parts that it placed; ids are counted from `idPrefix`. */
export function collectPlacements<T>(idPrefix: string, render: () => T): Placements & { result: T } {
  const outer = { prefix, placements }
  prefix = idPrefix
  placements = { islands: [], slots: [] }
  try {
    const result = render()
    return { result, ...placements }
  } finally {
    ;({ prefix, placements } = outer)
  }
}

/** Registers an island of the page being rendered and returns its id. */
export function registerIsland(name: string, props?: object): string {
  const id = `${prefix}${placements.islands.length}`
  placements.islands.push({ id, name, ...(props && { props }) })
  return id
}

/** Encloses the number of a slot in the HTML. */
export const slotDelimiter = '\u0001'

/** Registers a part of header or footer that depends on the page, and returns its placeholder. */
export function registerSlot(view: Slot['view'], section?: string): string {
  return slotDelimiter + String(placements.slots.push({ view, section }) - 1) + slotDelimiter
}

/** Registers the picture that visitors of the page being rendered wait for; the first one stays. */
export function registerFirstPicture(sources: Sources): void {
  placements.firstPicture ??= sources
}

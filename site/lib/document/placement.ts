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

/** Placed has the results of rendering beside HTML. */
interface Placed {
  islands: PlacedIsland[]
  slots: Slot[]
  /** The first large picture, which the document preloads. */
  firstPicture?: Sources
}

let prefix = 'p'
let placed: Placed = { islands: [], slots: [] }

/** Runs `render` and returns its result with the islands and parts that it placed; ids are counted from `idPrefix`. */
export function collectPlaced<T>(idPrefix: string, render: () => T): Placed & { result: T } {
  const outer = { prefix, placed }
  prefix = idPrefix
  placed = { islands: [], slots: [] }
  try {
    const result = render()
    return { result, ...placed }
  } finally {
    ;({ prefix, placed } = outer)
  }
}

/** Registers an island of the page being rendered and returns its id. */
export function placeIsland(name: string, props?: object): string {
  const id = `${prefix}${placed.islands.length}`
  placed.islands.push({ id, name, ...(props && { props }) })
  return id
}

/** Encloses the number of a slot in the HTML. */
export const slotEdge = '\u0001'

/** Registers a part of header or footer that depends on the page, and returns its placeholder. */
export function placeSlot(view: Slot['view'], section?: string): string {
  return slotEdge + String(placed.slots.push({ view, section }) - 1) + slotEdge
}

/** Registers the picture that visitors of the page being rendered wait for; the first one stays. */
export function placeFirstPicture(sources: Sources): void {
  placed.firstPicture ??= sources
}

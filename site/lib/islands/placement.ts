import type { Sources } from '../image/image'

/** An island on a page: the id of its element, its row of the registry, and its props. */
export interface PlacedIsland {
  id: string
  name: string
  /** Absent where they come from the page's payload, and where the island has none. */
  props?: object
}

/** What rendering gives beside HTML. */
export interface Placed {
  islands: PlacedIsland[]
  /** The picture that visitors wait for, which the document preloads. */
  firstPicture?: Sources
}

let prefix = 'p'
let placed: Placed = { islands: [] }

/** Runs `render` and returns its result with what it placed; ids are counted from `idPrefix`. */
export function collectPlaced<T>(idPrefix: string, render: () => T): Placed & { result: T } {
  const outer = { prefix, placed }
  prefix = idPrefix
  placed = { islands: [] }
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

/** Registers the picture that visitors of the page being rendered wait for; the first one stays. */
export function placeFirstPicture(sources: Sources): void {
  placed.firstPicture ??= sources
}

import type { ComponentType } from 'react'

/** When a browser brings an island to life. */
export type Hydrate = 'idle' | 'visible' | 'interaction'

/** One row of the table in islands/index.ts. */
export interface IslandEntry {
  load: () => Promise<ComponentType<never>>
  hydrate: Hydrate
  /** Keys of locales/*.json that the island uses: 'cart' for a branch, 'cart.items' for one message. */
  strings: readonly string[]
}

/** An island on a page: where it is, what it is and what it was given. */
export interface PlacedIsland {
  id: string
  name: string
  props: object
  /** What stands in its place is a lighter stand-in, to be replaced rather than hydrated. */
  light?: true
}

/** Makes an island's HTML. Only the server has one: a browser leaves the place empty until the island loads. */
export type IslandRenderer = (name: string, props: object, id: string) => string

let renderer: IslandRenderer | undefined
let scope = { prefix: 'p', placed: [] as PlacedIsland[] }

export function setIslandRenderer(render: IslandRenderer): void {
  renderer = render
}

/** Collects the islands that `render` places, with ids counted from prefix. */
export function collectIslands<T>(prefix: string, render: () => T): { result: T; islands: PlacedIsland[] } {
  const outer = scope
  scope = { prefix, placed: [] }
  try {
    return { result: render(), islands: scope.placed }
  } finally {
    scope = outer
  }
}

/** Puts an island on the page being rendered and tells its id and, on the server, its HTML. */
export function placeIsland(name: string, props: object, light: boolean): { id: string; html: string } {
  const id = `${scope.prefix}${scope.placed.length}`
  scope.placed.push(light ? { id, name, props, light } : { id, name, props })
  return { id, html: light || !renderer ? '' : renderer(name, props, id) }
}

import type { ComponentType } from 'react'
import type { Payload } from './payload'

/**
 * When a browser brings an island to life; `load` is at once, where the page is nothing without it, and `wished` at once
 * where the address asks for another list than the published one, else when it is used.
 */
export type Hydrate = 'load' | 'idle' | 'visible' | 'interaction' | 'wished'

/** One row of the table in islands/index.ts. */
export interface IslandEntry {
  load: () => Promise<ComponentType<never>>
  hydrate: Hydrate
  /** Makes the island's props of its page's payload, so that the document need not carry the same data twice. */
  fromPayload?: (payload: Payload) => object
}

/** An island on a page: where it is, what it is and what it was given. */
export interface PlacedIsland {
  id: string
  name: string
  /** Absent where they are made of the page's payload. */
  props?: object
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
export function placeIsland(name: string, props: object | undefined, light: boolean): { id: string; html: string } {
  const id = `${scope.prefix}${scope.placed.length}`
  scope.placed.push({ id, name, ...(props && { props }), ...(light && { light }) })
  return { id, html: light || !renderer ? '' : renderer(name, props ?? {}, id) }
}

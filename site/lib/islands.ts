import type { ComponentType } from 'react'
import type { Payload } from './payload'

/** When a browser brings an island to life: at once, when it is seen, or when it is used. Being used always wakes it. */
export type Hydrate = 'load' | 'visible' | 'interaction'

/** One row of the table in islands/index.ts. */
export interface IslandEntry {
  load: () => Promise<ComponentType<never>>
  hydrate: Hydrate
  /** Where this says no, the island waits until it is used. */
  onlyIf?: (element: HTMLElement) => boolean | Promise<boolean>
  /** Makes the island's props of its page's payload, so that the document need not carry the same data twice. */
  fromPayload?: (payload: Payload) => object
}

/** Whether visitors need it who only read: the document brings its messages then. */
export function wakesByItself({ hydrate, onlyIf }: IslandEntry): boolean {
  return hydrate !== 'interaction' && !onlyIf
}

/** Whether its code is asked for early. */
export function wakesAtOnce(entry: IslandEntry): boolean {
  return entry.hydrate === 'load' && wakesByItself(entry)
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

import { islands as table } from '../islands'
import { wakesByItself, type IslandEntry, type PlacedIsland } from '../lib/islands'
import { whenOnline } from '../lib/offline'
import { pagePayload } from '../lib/page-payload'
import { wakeOn } from '../lib/wake'
import type { DocumentData } from './document-data'

// What ends each island: its React root, or its waiting for one.
const ends = new Map<HTMLElement, () => void>()

function entryOf(name: string): IslandEntry {
  const entry = (table as Record<string, IslandEntry>)[name]
  if (!entry) throw new Error(`no island "${name}" in islands/index.ts`)
  return entry
}

function loadIsland({ name, props, light }: PlacedIsland, data: DocumentData) {
  const entry = entryOf(name)
  const { load, fromPayload = () => ({}) } = entry
  const messages = light && !wakesByItself(entry) && import('./whole-locale').then((it) => it.loadLocale(data))
  return Promise.all([import('./root'), load(), props ?? pagePayload(data).then(fromPayload), messages])
}

async function mount(element: HTMLElement, island: PlacedIsland, data: DocumentData, rendered: boolean): Promise<void> {
  try {
    const [{ mountIsland }, view, props] = await whenOnline(() => loadIsland(island, data))
    if (element.isConnected)
      ends.set(element, await mountIsland({ element, id: island.id, view, props, data, rendered }))
  } catch (error) {
    reportError(error)
    throw error
  }
}

/** Lets islands that the server rendered, or that have a stand-in, wake when their rows say. */
export function awaitIslands(placed: PlacedIsland[], data: DocumentData): void {
  for (const island of placed) {
    const element = document.getElementById(island.id)
    if (!element) continue
    const stop = wakeOn(element, entryOf(island.name), {
      preload: () => void loadIsland(island, data).catch(() => {}),
      wake: () => mount(element, island, data, !island.light),
    })
    ends.set(element, stop)
  }
}

/** Loads what islands without a stand-in need, so that a page shown by the router has no holes. */
export async function loadIslands(placed: PlacedIsland[]): Promise<void> {
  const names = new Set(placed.filter(({ light }) => !light).map(({ name }) => name))
  if (names.size > 0) await Promise.all([import('./root'), ...[...names].map((name) => entryOf(name).load())])
}

/** Brings a page of the router's to life: stand-ins wait as usual, empty places are filled. */
export function startIslands(placed: PlacedIsland[], data: DocumentData): void {
  awaitIslands(
    placed.filter(({ light }) => light),
    data,
  )
  for (const island of placed) {
    const element = document.getElementById(island.id)
    if (element && !island.light) mount(element, island, data, false).catch(() => {})
  }
}

/** Ends every island inside an element that is about to be emptied. */
export function endIslands(within: HTMLElement): void {
  for (const [element, end] of ends) {
    if (!within.contains(element)) continue
    end()
    ends.delete(element)
  }
}

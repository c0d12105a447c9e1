import { islands as registry } from '../../islands/registry'
import { mountsUnused, type IslandEntry } from '../../lib/islands/islands'
import { mountWhen } from '../../lib/islands/mount-when'
import { whenOnline } from '../../lib/navigation/offline'
import { pagePayload } from '../../lib/navigation/page-payload'
import type { PlacedIsland } from '../../lib/islands/placement'
import type { DocumentData } from './document-data'
import type { Mount } from './root'

/** What mounts the islands of one kind: React's, or those of plain DOM. */
interface Root {
  mountIsland: (mount: Omit<Mount, 'view'> & { view: unknown }) => (() => void) | Promise<() => void>
}

// A table, so that each is preloaded by itself.
const roots = [() => import('./root'), () => import('./plain-root')] as const

// What ends each island: its React root, or the wait for its mount.
const ends = new Map<HTMLElement, () => void>()

function entryOf(name: string): IslandEntry {
  const entry = (registry as Record<string, IslandEntry>)[name]
  if (!entry) throw new Error(`no island "${name}"`)
  return entry
}

function loadIsland({ name, props = {} }: PlacedIsland, data: DocumentData) {
  const entry = entryOf(name)
  const { propsFrom } = entry
  const plain = 'start' in entry
  const part = plain ? 'finder' : undefined
  const messages = !mountsUnused(entry) && import('./load-messages').then((it) => it.loadMessages(data, part))
  return Promise.all([
    roots[plain ? 1 : 0]() as Promise<Root>,
    plain ? entry.start() : entry.load(),
    propsFrom ? pagePayload(data).then(propsFrom) : props,
    messages,
  ])
}

async function mount(element: HTMLElement, island: PlacedIsland, data: DocumentData): Promise<void> {
  try {
    const [{ mountIsland }, view, props] = await whenOnline(() => loadIsland(island, data))
    if (element.isConnected) ends.set(element, await mountIsland({ element, id: island.id, view, props, data }))
  } catch (error) {
    reportError(error)
    throw error
  }
}

/** Mounts each island when its row of the registry says, or earlier when it is used. */
export function mountIslands(placed: PlacedIsland[], data: DocumentData): void {
  for (const island of placed) {
    const element = document.getElementById(island.id)
    if (!element) continue
    const stop = mountWhen(element, entryOf(island.name), {
      preload: () => void loadIsland(island, data).catch(() => {}),
      mount: () => mount(element, island, data),
    })
    ends.set(element, stop)
  }
}

/** Unmounts every island inside an element that is about to be emptied. */
export function unmountIslands(within: HTMLElement): void {
  for (const [element, end] of ends) {
    if (!within.contains(element)) continue
    end()
    ends.delete(element)
  }
}

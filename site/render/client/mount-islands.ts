import { mountingOf } from '../../islands/mounting'
import { mountWhen } from '../../lib/islands/mount-when'
import { whenOnline } from '../../lib/navigation/offline'
import type { PlacedIsland } from '../../lib/document/placement'
import type { DocumentData } from './document-data'

// The function that ends each island: unmounts it, or stops its wait for the mount.
const cleanups = new Map<HTMLElement, () => void>()

async function load(island: PlacedIsland, data: DocumentData) {
  if (!mountingOf(island.name).plain) return (await import('./load-island')).loadIsland(island, data)
  return (await import('./load-plain-island')).loadPlainIsland(island, data)
}

async function mount(element: HTMLElement, island: PlacedIsland, data: DocumentData): Promise<void> {
  try {
    const show = await whenOnline(() => load(island, data))
    if (element.isConnected) cleanups.set(element, await show(element))
  } catch (error) {
    reportError(error)
    throw error
  }
}

/** Mounts each island as its row of islands/mounting.ts defines, or earlier when it is used. */
export function mountIslands(placed: PlacedIsland[], data: DocumentData): void {
  for (const island of placed) {
    const element = document.getElementById(island.id)
    if (!element) continue
    const stop = mountWhen(element, mountingOf(island.name), {
      preload: () => void load(island, data).catch(() => {}),
      mount: () => mount(element, island, data),
    })
    cleanups.set(element, stop)
  }
}

/** Ends every island inside an element that is about to be emptied. */
export function unmountIslands(within: HTMLElement): void {
  for (const [element, end] of cleanups) {
    if (!within.contains(element)) continue
    end()
    cleanups.delete(element)
  }
}

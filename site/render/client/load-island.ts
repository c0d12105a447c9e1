import { mountingOf, type IslandName } from '../../islands/mounting'
import { islands } from '../../islands/registry'
import { mountsUnused, type IslandEntry } from '../../lib/islands/islands'
import { pagePayload } from '../../lib/navigation/page-payload'
import type { PlacedIsland } from '../../lib/islands/placement'
import type { DocumentData } from './document-data'
import { loadMessages } from './load-messages'
import type { Mount } from './root'

/** What mounts the islands of one kind: React's, or those of plain DOM. */
interface Root {
  mountIsland: (mount: Omit<Mount, 'view'> & { view: unknown }) => (() => void) | Promise<() => void>
}

// A table, so that each is preloaded by itself.
const roots = [() => import('./root'), () => import('./plain-root')] as const

type Show = (element: HTMLElement) => Promise<() => void>

/** Loads all that an island needs, at once. Returns what shows it, which resolves with what ends it. */
export async function loadIsland({ id, name, props = {} }: PlacedIsland, data: DocumentData): Promise<Show> {
  const entry: IslandEntry = islands[name as IslandName]
  const plain = 'start' in entry
  const [{ mountIsland }, view, given] = await Promise.all([
    roots[plain ? 1 : 0]() as Promise<Root>,
    plain ? entry.start() : entry.load(),
    entry.propsFrom ? pagePayload(data).then(entry.propsFrom) : props,
    mountsUnused(mountingOf(name)) || loadMessages(data, name),
  ])
  return async (element) => mountIsland({ element, id, view, props: given, data })
}

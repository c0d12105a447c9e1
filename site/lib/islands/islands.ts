import type { ComponentType } from 'react'
import type { Payload } from '../payload'

/** When an island mounts unless it is used first: at once, when it scrolls into view, or only when it is used. */
export type MountOn = 'load' | 'visible' | 'interaction'

/** One row of islands/registry.ts. */
export interface IslandEntry {
  load: () => Promise<ComponentType<never>>
  mountOn: MountOn
  /** Where this returns false, the island waits until it is used. */
  onlyIf?: (element: HTMLElement) => boolean | Promise<boolean>
  /** Returns the island's props from its page's payload, so that the document does not carry the same data twice. */
  propsFrom?: (payload: Payload) => object
}

/** Reports whether the island mounts without being used; its messages are then inlined in the document. */
export function mountsUnused({ mountOn, onlyIf }: IslandEntry): boolean {
  return mountOn !== 'interaction' && !onlyIf
}

/** Reports whether the document preloads the island's code. */
export function mountsAtOnce(entry: IslandEntry): boolean {
  return entry.mountOn === 'load' && mountsUnused(entry)
}

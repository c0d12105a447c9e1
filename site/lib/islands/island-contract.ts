import type { ComponentType, ReactNode } from 'react'
import type { Payload, PayloadOf } from '../payload'
import type { Kind } from '../payload.gen'

/** MountOn is when an island mounts: at once, when it scrolls into view, or when it is used, which mounts all. */
export type MountOn = 'load' | 'visible' | 'interaction'

/** PlainHost is the element of an island without React. */
export interface PlainHost {
  element: HTMLElement
  /** Shows elements without hooks in it, and changes only the differences to the previous ones. */
  show: (view: ReactNode) => void
}

/** Starts an island without React. Returns the function that ends it. */
type StartIsland<P extends object> = (host: PlainHost, props: P) => () => void

/** One row of islands/mounting.ts. */
export interface Mounting {
  /** Plain DOM: its modules are in islands/plain-registry.ts instead of islands/registry.ts. */
  plain?: boolean
  mountOn: MountOn
  /** Where this returns false, the island waits until it is used. */
  onlyIf?: (element: HTMLElement) => boolean | Promise<boolean>
}

/** One row of islands/registry.ts. */
export interface ReactIsland {
  load: () => Promise<ComponentType<never>>
  /**
   * Returns the island's props from its page's payload, and from those that it was placed with, so that the document
   * does not carry the same data twice.
   */
  propsFrom?: (payload: Payload, placed: object) => object
}

/** One row of islands/plain-registry.ts. */
export interface PlainIsland {
  start: () => Promise<StartIsland<never>>
  /** Returns the island's props from its page's payload. */
  propsFrom?: (payload: Payload) => object
}

/** Returns a `propsFrom` for an island on pages of one kind. */
export function payloadProps<K extends Kind>(kind: K, props: (payload: PayloadOf<K>) => object) {
  return (payload: Payload): object => {
    if (payload.kind !== kind) throw new Error(`${payload.kind} in place of ${kind}`)
    return props(payload as PayloadOf<K>)
  }
}

/** Reports whether the island mounts without being used; its messages are then inlined in the document. */
export function mountsAutomatically({ mountOn, onlyIf }: Mounting): boolean {
  return mountOn !== 'interaction' && !onlyIf
}

/** Reports whether the document preloads the island's code. */
export function mountsOnLoad(row: Mounting): boolean {
  return row.mountOn === 'load' && mountsAutomatically(row)
}

import type { ReactNode } from 'react'
import { placeIsland } from '../lib/islands/placement'
import type { IslandName } from '../islands/mounting'
import type { IslandProps } from '../islands/registry'

interface Props<N extends IslandName> {
  name: N
  className?: string
  /** The props that the registry's `propsFrom` does not return. */
  props?: IslandProps<N>
  /** Static HTML that is shown, and useful, until the island mounts in its place. */
  fallback: ReactNode
}

/** Places an island on a page. */
export function Island<N extends IslandName>({ name, props, className, fallback }: Props<N>) {
  return (
    <div id={placeIsland(name, props)} className={className} data-island={name}>
      {fallback}
    </div>
  )
}

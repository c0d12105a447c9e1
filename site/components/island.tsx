import type { ReactNode } from 'react'
import { registerIsland } from '../lib/document/placement'
import type { IslandName } from '../islands/mounting'
import type { IslandProps } from '../islands/registry'

interface IslandPlacement<N extends IslandName> {
  name: N
  className?: string
  props?: IslandProps<N>
  /** The index of the part of prose that the island shows, for a `propsFrom` that reads it. */
  part?: number
  /** Static HTML that is shown, and useful, until the island mounts in its place. */
  fallback: ReactNode
}

type Props<N extends IslandName> = IslandPlacement<N> &
  (object extends IslandProps<N> ? unknown : { props: IslandProps<N> })

/** Places an island on a page. */
export function Island<N extends IslandName>({ name, props, part, className, fallback }: Props<N>) {
  return (
    <div id={registerIsland(name, part === undefined ? props : { part })} className={className} data-island={name}>
      {fallback}
    </div>
  )
}

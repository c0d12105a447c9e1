import type { ReactNode } from 'react'
import { placeIsland } from '../lib/islands'
import type { IslandName, IslandProps } from '../islands'

interface Props<N extends IslandName> {
  name: N
  props: IslandProps<N>
  className?: string
  /** Shown in place of a heavy island until it is loaded; useful without script. */
  shell?: ReactNode
}

/**
 * Places an interactive region as its own React root: inside the page's tree its `useId` values would differ between
 * server and browser. Its props travel in the document's JSON.
 */
export function Island<N extends IslandName>({ name, props, className, shell }: Props<N>) {
  const { id, html } = placeIsland(name, props, shell !== undefined)
  if (shell !== undefined) {
    return (
      <div id={id} className={className} data-island={name}>
        {shell}
      </div>
    )
  }
  return <div id={id} className={className} data-island={name} dangerouslySetInnerHTML={{ __html: html }} />
}

import type { ReactNode } from 'react'
import { placeIsland } from '../lib/islands'
import type { IslandName, IslandProps } from '../islands'

type Props<N extends IslandName> = { name: N; className?: string } & (
  | { props: IslandProps<N>; shell?: ReactNode }
  /** Without props they are made of the page's payload; until then the shell stands there, useful without script. */
  | { props?: undefined; shell: ReactNode }
)

/**
 * Places an interactive region as its own React root: inside the page's tree its `useId` values would differ between
 * server and browser.
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

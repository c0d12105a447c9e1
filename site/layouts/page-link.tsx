import type { ReactNode } from 'react'
import { placeSlot } from '../lib/islands/placement'
import { site } from '../lib/site'

interface Props {
  path: string
  className?: string
  children: ReactNode
}

/**
 * A link of the header, which is marked on the page that it leads to and on the pages below that. Others leave the
 * site.
 */
export function PageLink({ path, className, children }: Props) {
  if (!path.startsWith('/'))
    return (
      <a className={className} href={path} rel="noopener">
        {children}
      </a>
    )
  const href = site().href(path)
  return placeSlot(
    ({ sections }) => (
      <a className={className} href={href} aria-current={sections.get(path)}>
        {children}
      </a>
    ),
    path,
  )
}

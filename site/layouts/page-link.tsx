import type { ReactNode } from 'react'
import { registerSlot } from '../lib/document/placement'
import { href } from '../lib/site'

/** A link of the header, marked on the page that it leads to and on the pages below. Others leave the site. */
export function PageLink({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  if (!path.startsWith('/'))
    return (
      <a className={className} href={path} rel="noopener">
        {children}
      </a>
    )
  const address = href(path)
  return registerSlot(
    ({ sections }) => (
      <a className={className} href={address} aria-current={sections.get(path)}>
        {children}
      </a>
    ),
    path,
  )
}

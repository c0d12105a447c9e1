import { LinkItems } from './link-items'
import type { Link } from './shell-links'

interface Props {
  label: string
  links: Link[]
  className: string
  linkClass?: string
}

/** A navigation of one row of links. */
export function LinkBar({ label, links, className, linkClass }: Props) {
  return (
    <nav className={className} aria-label={label}>
      <ul>
        <LinkItems links={links} className={linkClass} />
      </ul>
    </nav>
  )
}

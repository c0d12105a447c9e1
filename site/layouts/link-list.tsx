import { PageLink } from './page-link'
import type { Link } from './shell-links'

/** The items of a list of links. */
export function LinkItems({ links, className }: { links: Link[]; className?: string }) {
  return links.map(({ path, name, writtenIn }) => (
    <li key={path} lang={writtenIn?.lang}>
      <PageLink className={className} path={path}>
        {name}
      </PageLink>
    </li>
  ))
}

interface BarProps {
  label: string
  links: Link[]
  className: string
  linkClass?: string
}

/** A navigation of one row of links. */
export function LinkBar({ label, links, className, linkClass }: BarProps) {
  return (
    <nav className={className} aria-label={label}>
      <ul>
        <LinkItems links={links} className={linkClass} />
      </ul>
    </nav>
  )
}

import { PageLink } from './page-link'
import type { Link } from './shell-links'

interface Props {
  links: Link[]
  className?: string
}

/** The items of a list of links. */
export function LinkItems({ links, className }: Props) {
  return links.map(({ path, name }) => (
    <li key={path}>
      <PageLink className={className} path={path}>
        {name}
      </PageLink>
    </li>
  ))
}

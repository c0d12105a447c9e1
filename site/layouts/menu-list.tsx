import { LinkItems } from './link-items'
import type { Link } from './shell-links'

interface Props {
  title: string
  links: Link[]
}

/** A part of a menu under its name. */
export function MenuList({ title, links }: Props) {
  return (
    <div className="menu-list">
      <p className="menu-title">{title}</p>
      <ul>
        <LinkItems links={links} />
      </ul>
    </div>
  )
}

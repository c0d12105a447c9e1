import { ContactWays } from '../components/blocks/contact-ways'
import { LinkItems } from './link-items'
import type { Link } from './shell-links'

interface Props {
  links: Link[]
}

/** The end of a menu: a deployment's own pages, and the contact. */
export function MenuMore({ links }: Props) {
  return (
    <ul className="menu-more">
      <LinkItems links={links} />
      <li>
        <ContactWays now />
      </li>
    </ul>
  )
}

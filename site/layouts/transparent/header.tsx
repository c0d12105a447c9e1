import type { Shell } from '../../lib/payload.gen'
import { PageLink } from '../page-link'
import { PlacesMenu } from '../places-menu'
import { menuLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/** One row over the opening picture. It is solid below the top of the page, and on pages without that picture. */
export function Header({ shell }: { shell: Shell }) {
  const nav = (
    <>
      <PlacesMenu shell={shell} />
      {menuLinks('all', 'stories').map(({ path, name }) => (
        <PageLink key={path} className="header-item night-link" path={path}>
          {name}
        </PageLink>
      ))}
    </>
  )
  return <SiteHeader shell={shell} className="night-header" nav={nav} />
}

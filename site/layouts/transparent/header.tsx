import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderTools } from '../header-tools'
import { PlacesMenu } from '../places-menu'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** One row that lies on the opening picture; away from the top, and where there is no picture, it is solid. */
export function Header({ shell }: Props) {
  const { t, href, listingPath } = site()
  return (
    <header className="site-header night-header">
      <SkipLink />
      <div className="wrap header-row">
        <Wordmark shell={shell} />
        <SearchForm id="search" />
        <nav className="header-nav" aria-label={t('nav.main')}>
          <PlacesMenu shell={shell} />
          <a className="header-item night-link" href={href(listingPath)}>
            {t('nav.all')}
          </a>
          <a className="header-item night-link" href={href('/blog')}>
            {t('nav.stories')}
          </a>
        </nav>
        <HeaderTools shell={shell} />
      </div>
    </header>
  )
}

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

/** Search first: wordmark, search, the menu of cities. */
export function Header({ shell }: Props) {
  const { t } = site()
  return (
    <header className="site-header">
      <SkipLink />
      <div className="wrap header-row">
        <Wordmark shell={shell} />
        <SearchForm id="search" />
        <nav className="header-nav" aria-label={t('nav.main')}>
          <PlacesMenu shell={shell} />
        </nav>
        <HeaderTools shell={shell} />
      </div>
    </header>
  )
}

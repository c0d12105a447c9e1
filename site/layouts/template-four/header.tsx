import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderTools } from '../header-tools'
import { LinkItems } from '../link-items'
import { everyKind } from '../shell-links'
import { PlacesMenu } from '../places-menu'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** One thin line, and the kinds of day below it on a bar that stays. Two siblings: within the header it would go with it. */
export function Header({ shell }: Props) {
  const { t } = site()
  return (
    <>
      <header className="site-header gate-header">
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
      <nav className="gate-bar fading-end" aria-label={t('nav.categories')}>
        <ul>
          <LinkItems links={everyKind(shell)} />
        </ul>
      </nav>
    </>
  )
}

import { ContactWays } from '../../components/blocks/contact-ways'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { HeaderTools } from '../header-tools'
import { LinkItems } from '../link-items'
import { everyKind, pageLinks } from '../shell-links'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** A desk's sign: who sits there, when, and by which number, with a small search; the kinds of day below. */
export function Header({ shell }: Props) {
  const { t } = site()
  return (
    <header className="site-header desk-header">
      <SkipLink />
      <div className="desk-sign">
        <div className="wrap header-row">
          <Wordmark shell={shell} />
          <div className="desk-line">
            {shell.contact.hours && (
              <p className="desk-hours">
                <Icon name="clock" />
                {shell.contact.hours}
              </p>
            )}
            <ContactWays now />
          </div>
          <SearchForm id="search" />
          <DeskMenu />
          <HeaderTools shell={shell} />
        </div>
      </div>
      <nav className="wrap desk-kinds fading-end" aria-label={t('nav.categories')}>
        <ul>
          <LinkItems links={everyKind(shell)} />
        </ul>
      </nav>
    </header>
  )
}

function DeskMenu() {
  const { t } = site()
  const sign = (
    <>
      <Icon name="menu" />
      <span className="desk-menu-word">{t('nav.menu')}</span>
    </>
  )
  return (
    <nav className="header-nav" aria-label={t('nav.main')}>
      <HeaderMenu className="desk-menu" sign={sign}>
        <ul>
          <LinkItems links={pageLinks('all', 'faq', 'stories', 'about', 'contact')} />
        </ul>
        <ContactWays now />
      </HeaderMenu>
    </nav>
  )
}

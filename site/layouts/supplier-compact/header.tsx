import { ContactWays } from '../../components/blocks/contact-ways'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { LinkBar, LinkItems } from '../link-list'
import { everyKind, menuLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/** A desk: its hours and its number beside the wordmark, with a small search; the categories below. */
export function Header({ shell }: { shell: Shell }) {
  return (
    <SiteHeader
      shell={shell}
      className="desk-header"
      rowClass="desk-sign"
      beside={<DeskLine hours={shell.contact.hours} />}
      nav={<DeskMenu />}
      below={<LinkBar className="wrap desk-kinds fading-end" label={t('nav.categories')} links={everyKind(shell)} />}
    />
  )
}

function DeskLine({ hours }: Pick<Shell['contact'], 'hours'>) {
  return (
    <div className="desk-line">
      {hours && (
        <p className="desk-hours">
          <Icon name="clock" />
          <bdi>{hours}</bdi>
        </p>
      )}
      <ContactWays now />
    </div>
  )
}

function DeskMenu() {
  const sign = (
    <>
      <Icon name="menu" />
      <span className="desk-menu-word">{t('nav.menu')}</span>
    </>
  )
  return (
    <HeaderMenu className="desk-menu" sign={sign}>
      <ul>
        <LinkItems links={menuLinks('all', 'faq', 'stories', 'about', 'contact')} />
      </ul>
      <ContactWays now />
    </HeaderMenu>
  )
}

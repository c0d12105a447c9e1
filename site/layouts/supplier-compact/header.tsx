import { ContactLinks } from '../../components/blocks/contact-links'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { LinkBar, LinkItems } from '../link-list'
import { allCategoryLinks, menuLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/** A desk: its hours and its number beside the wordmark, with a small search; the categories below. */
export function Header({ shell }: { shell: Shell }) {
  return (
    <SiteHeader
      shell={shell}
      className="desk-header"
      rowClass="desk-sign"
      afterWordmark={<DeskLine hours={shell.contact.hours} />}
      nav={<DeskMenu />}
      below={
        <LinkBar className="wrap desk-kinds fading-end" label={t('nav.categories')} links={allCategoryLinks(shell)} />
      }
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
      <ContactLinks withoutEmail />
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
    <HeaderMenu className="desk-menu" summary={sign}>
      <ul>
        <LinkItems links={menuLinks('all', 'faq', 'stories', 'about', 'contact')} />
      </ul>
      <ContactLinks withoutEmail />
    </HeaderMenu>
  )
}

import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { LinkBar } from '../link-list'
import { allCategoryLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/** One thin line, and the categories on a bar that stays: inside the header it would scroll away. */
export function Header({ shell }: { shell: Shell }) {
  return (
    <>
      <SiteHeader shell={shell} className="gate-header" />
      <LinkBar className="gate-bar fading-end" label={t('nav.categories')} links={allCategoryLinks(shell)} />
    </>
  )
}

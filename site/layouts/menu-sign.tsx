import { Icon } from '../components/ui/icon'
import { site } from '../lib/site'

/** Three lines with their word under them. */
export function MenuSign() {
  return (
    <span className="menu-sign">
      <Icon name="menu" />
      <span>{site().t('nav.menu')}</span>
    </span>
  )
}

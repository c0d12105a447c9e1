import { Icon } from '../components/ui/icon'
import { site } from '../lib/site'

/** Three lines, which are read out as a word. */
export function MenuSign() {
  return (
    <>
      <Icon name="menu" />
      <span className="sr-only">{site().t('nav.menu')}</span>
    </>
  )
}

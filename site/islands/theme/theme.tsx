import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

/**
 * Dark or light colours: it says which it brings. The choice outlives the page; the snippet in the head reads it before the
 * first paint.
 */
export function Theme() {
  const { t } = site()
  return (
    <button type="button" className="theme-toggle" onClick={toggle}>
      <Icon name="theme" />
      <span className="theme-dark">{t('nav.theme.dark')}</span>
      <span className="theme-light">{t('nav.theme.light')}</span>
    </button>
  )
}

function toggle(): void {
  const dark = document.documentElement.classList.toggle('dark')
  const colour = site().shell.themeColor?.[dark ? 'dark' : 'light']
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('media', meta.getAttribute('content') === colour ? 'all' : 'not all')
  }
  localStorage.setItem('theme', dark ? 'dark' : 'light')
}

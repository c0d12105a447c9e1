import { writeText } from '../../lib/browser/storage'

/**
 * Switches between dark and light colours on a click of a `[data-theme-toggle]`. The choice outlives the page: the
 * snippet in the head applies it before the first paint (`render/client/first-paint.ts`).
 */
export function installThemeToggle(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-theme-toggle]')) return
    const theme = document.documentElement.classList.toggle('dark') ? 'dark' : 'light'
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.setAttribute('media', meta.getAttribute('media') === 'all' ? 'not all' : 'all')
    }
    writeText('localStorage', 'theme', theme)
  })
}

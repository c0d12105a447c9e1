/** Closes the header's open menu on a choice in it, on a click or focus elsewhere, and by Escape. */
export function installMenuDismissal(): void {
  const close = (unless: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('.menu[open]')) {
      if (!unless(menu)) menu.open = false
    }
  }
  document.addEventListener('click', ({ target }) => {
    close((menu) => target instanceof Element && menu.contains(target) && !target.closest('a'))
  })
  document.addEventListener('focusin', ({ target }) => close((menu) => menu.contains(target as Node)))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const menu = document.querySelector<HTMLDetailsElement>('.menu[open]')
    if (menu?.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    close(() => false)
  })
}

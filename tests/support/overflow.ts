/** Returns the elements that make the document, or the open dialog, wider than the screen. */
export function wideElements(): string[] {
  const shown = document.querySelector('dialog[open], .dialog-place > :last-child') ?? document.documentElement
  const { scrollWidth, clientWidth } = shown
  if (scrollWidth <= clientWidth) return []
  const out = [...shown.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > clientWidth + 1 || left < -1
  })
  return [`${scrollWidth} wide`, ...out.slice(0, 3).map(({ tagName, className }) => `${tagName}.${String(className)}`)]
}

/** Returns the parts of the header outside the screen, on the side to which the page does not scroll too. */
export function headerPartsOffScreen(): string[] {
  const { clientWidth } = document.documentElement
  const out = [...document.querySelectorAll('.header-row > *, .header-tools > *')].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect()
    return width > 1 && (right > clientWidth + 1 || left < -1)
  })
  return out.map(({ className }) => String(className))
}

/** What stands in chrome shared by all pages until the page's own path in that language is known. */
export function languagePlaceholder(code: string): string {
  return `/-/language/${code}`
}

/** aria-current of a link to `section` on the page at `path`: the page itself, or what it is part of. */
export function currentIn(section: string, path: string): 'page' | 'true' | undefined {
  if (section === path) return 'page'
  return section !== '/' && path.startsWith(`${section}/`) ? 'true' : undefined
}

/** Every section that `path` is the page of or a part of. */
export function sectionsOf(path: string): string[] {
  const sections = [path]
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) sections.push(path.slice(0, at))
  return sections
}

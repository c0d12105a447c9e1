/** What stands in chrome shared by all pages until the page's own path in that language is known. */
export function languagePlaceholder(code: string): string {
  return `/-/language/${code}`
}

/** What the page at `path` is and is part of, with the aria-current of links there. Home is no section of other pages. */
export function sectionsOf(path: string): [section: string, current: 'page' | 'true'][] {
  const sections: [string, 'page' | 'true'][] = [[path, 'page']]
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    sections.push([path.slice(0, at), 'true'])
  }
  return sections
}

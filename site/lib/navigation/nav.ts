export type Sections = Map<string, 'page' | 'true'>

/** Returns the paths of a page and of the pages above it, with the aria-current of links there. Home is above no page. */
export function sectionsOf(path: string): Sections {
  const sections: Sections = new Map([[path, 'page']])
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    sections.set(path.slice(0, at), 'true')
  }
  return sections
}

/** Sets a document's theme before the first paint: the visitor's choice, or else the system's preference. */
export function paintTheme(chosen: string | null): void {
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[media]'))
    colour.media = colour.media.includes('dark') === dark ? 'all' : 'not all'
}

/** Gives a document its colours before the first paint: those that its visitor has chosen, else those that the system prefers. */
export function paintTheme(chosen: string | null): void {
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[media]'))
    colour.media = colour.media.includes('dark') === dark ? 'all' : 'not all'
}

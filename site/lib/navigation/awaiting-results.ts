/**
 * URLs that request filtered, sorted or searched results instead of the prerendered list. The document then has the
 * class `awaiting-results`, from before its first paint until the results are shown.
 */
const resultsPattern = /\/search\/.|[?&](?:q|price|duration|rating|language|city|category|free|pickup|date|sort)=/

export function isAwaitingResults(): boolean {
  return document.documentElement.classList.contains('awaiting-results')
}

export function markAwaitingResults({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  document.documentElement.classList.toggle('awaiting-results', resultsPattern.test(pathname + search))
}

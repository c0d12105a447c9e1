/**
 * Addresses that ask for another list than the one that was published at them: with filters or an order, or for a text.
 * The document has the class `awaiting-results` then, from before its first paint until what was asked for is shown.
 */
export const resultsAddress =
  /\/search\/.|[?&](?:q|price|duration|rating|language|city|category|free|pickup|date|sort)=/

export function isAwaitingResults(): boolean {
  return document.documentElement.classList.contains('awaiting-results')
}

export function markAwaitingResults({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  document.documentElement.classList.toggle('awaiting-results', resultsAddress.test(pathname + search))
}

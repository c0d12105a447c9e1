/**
 * Addresses that ask for another list than the one that was published at them: with filters or an order, or for a text.
 * The document has the class `wished` then, from before its first paint until what was asked for is shown.
 */
export const wishedAddress = /\/search\/.|[?&](?:q|price|duration|rating|language|city|category|free|pickup|date|sort)=/

export function asksForFilters(): boolean {
  return document.documentElement.classList.contains('wished')
}

export function markWished({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  document.documentElement.classList.toggle('wished', wishedAddress.test(pathname + search))
}

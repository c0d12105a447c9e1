/** The key of the remembered buyer, which outlives the visit if the visitor agrees. */
export const lasting = 'buyer'

/** The name of the day that a visitor last looked for experiences on, "2026-12-05". */
export const searchedDay = 'day'

/** What this tab remembers across reloads, as JSON; undefined where there is nothing, or nothing that can be read. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers a value in this tab; undefined forgets it. Browsers that allow no storage remember nothing. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Only a convenience.
  }
}

/** Removes all stored data of a visitor, for shared screens. */
export function forgetAll(): void {
  try {
    sessionStorage.clear()
    localStorage.removeItem(lasting)
  } catch {
    // Nothing was remembered either.
  }
}

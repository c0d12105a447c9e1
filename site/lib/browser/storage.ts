type Area = 'localStorage' | 'sessionStorage'

/** The key of the date for which a visitor last looked for experiences, "2026-12-05". */
export const searchedDateKey = 'day'

/** Returns a stored text: null if there is none, undefined if the visitor has blocked storage. */
export function readText(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key)
  } catch {
    return undefined
  }
}

/** Stores a text; null removes it. Returns false if the visitor has blocked storage. */
export function writeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Returns a value that was stored as JSON, by default in this tab; undefined if there is none, or an invalid one. */
export function readJson(key: string, area: Area = 'sessionStorage'): unknown {
  try {
    return JSON.parse(readText(area, key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value as JSON, by default in this tab, where it survives reloads; undefined removes it. */
export function writeJson(key: string, value: unknown, area: Area = 'sessionStorage'): void {
  writeText(area, key, (JSON.stringify(value) as string | undefined) ?? null)
}

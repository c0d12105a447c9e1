import { readText, writeText } from '../browser/storage'

// A new build may lack chunks of a page that is still open: the page reloads, at most once in this many milliseconds a
// path (the specification's reload guard).
const reloadInterval = 10_000

/** The times of the last reloads, by path. */
type Reloads = Record<string, number>

const key = 'chunk-reloads'

// In sessionStorage, or in the window's name if storage is blocked: both survive a reload and end with the tab.
function lastReloads(): Reloads {
  return { ...parse(window.name), ...parse(readText('sessionStorage', key)) }
}

function saveReloads(reloads: Reloads): void {
  const text = key + JSON.stringify(reloads)
  if (!writeText('sessionStorage', key, text)) window.name = text
}

function parse(text: string | null | undefined): Reloads {
  if (!text?.startsWith(key)) return {}
  try {
    return JSON.parse(text.slice(key.length)) as Reloads
  } catch {
    return {}
  }
}

/** Reports whether `path` may be reloaded after a chunk failed to load: not if it just was. */
export function mayReload(path: string, now: number): boolean {
  const reloads = lastReloads()
  const lastReload = reloads[path]
  if (lastReload !== undefined && now - lastReload < reloadInterval) return false
  const recent = Object.entries(reloads).filter(([, at]) => now - at < reloadInterval)
  saveReloads({ ...Object.fromEntries(recent), [path]: now })
  return true
}

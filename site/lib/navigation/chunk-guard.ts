// A deployment may delete the chunks of a page that is still open somewhere.
// Reloads at most once in this many milliseconds per path: the specification's reload guard.
const guardFor = 10_000

interface Reloads {
  [path: string]: number
}

/** Where the guard remembers reloads; a browser may refuse sessionStorage, and throws when it does. */
interface GuardMemory {
  read(): Reloads
  write(reloads: Reloads): void
}

const key = 'chunk-reloads'

/** sessionStorage, or the window's name where that is refused: both outlive a reload and end with the tab. */
export function guardMemory(win: Window): GuardMemory {
  return {
    read: () => ({ ...parse(win.name), ...parse(stored(win)) }),
    write(reloads) {
      const text = key + JSON.stringify(reloads)
      try {
        win.sessionStorage.setItem(key, text)
      } catch {
        win.name = text
      }
    },
  }
}

function stored(win: Window): string | null {
  try {
    return win.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): Reloads {
  if (!text?.startsWith(key)) return {}
  try {
    return JSON.parse(text.slice(key.length)) as Reloads
  } catch {
    return {}
  }
}

/** Reports whether `path` may be reloaded after a chunk failed to load: not if it just was. */
export function mayReload(path: string, now: number, memory: GuardMemory): boolean {
  const reloads = memory.read()
  const last = reloads[path]
  if (last !== undefined && now - last < guardFor) return false
  const recent = Object.entries(reloads).filter(([, at]) => now - at < guardFor)
  memory.write({ ...Object.fromEntries(recent), [path]: now })
  return true
}

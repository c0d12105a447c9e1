import type { Manifest } from '../payload.gen'

const checkInterval = 60_000

/** BuildState is the browser's state of the live build. */
export interface BuildState {
  /** The build id in requests for payloads; '' if it is not known. */
  id: string
  manifest?: Manifest
  /** A newer build or bundle than this document's is live: the next navigation loads it whole. */
  stale: boolean
}

/**
 * Watches which build is live, by a request at most once a minute. A document does not name its build, so that pages
 * which did not change keep their bytes: the first id seen counts as its.
 */
export function buildWatch(bundle: string, now: () => number = Date.now, get: typeof fetch = fetch) {
  const state: BuildState = { id: '', stale: false }
  let lastCheck = -Infinity
  let pending: Promise<BuildState> | undefined

  async function fetchLatest(): Promise<BuildState> {
    const latest = await getJson<{ id: string }>(get, '/builds/meta/latest.json', 'no-store')
    if (!latest || latest.id === state.id) return state
    const manifest = await getJson<Manifest>(get, `/builds/meta/${latest.id}.json`, 'default')
    if (state.id !== '' || (manifest && manifest.bundle !== bundle)) state.stale = true
    state.id = latest.id
    if (manifest) state.manifest = manifest
    return state
  }

  return {
    current: () => state,
    check(): Promise<BuildState> {
      if (now() - lastCheck >= checkInterval) {
        lastCheck = now()
        pending = fetchLatest()
      }
      return pending ?? Promise.resolve(state)
    },
  }
}

export type BuildWatch = ReturnType<typeof buildWatch>

async function getJson<T>(get: typeof fetch, path: string, cache: RequestCache): Promise<T | null> {
  try {
    const response = await get(path, { cache })
    return response.ok ? ((await response.json()) as T) : null
  } catch {
    return null
  }
}

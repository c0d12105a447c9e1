import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { islands } from '../islands'
import type { IslandEntry, IslandRenderer } from '../lib/islands'
import { enterSite, site } from '../lib/site'
import { islandMessages, messagesOf } from './messages'

/** Loads the islands that have no stand-in and gives what renders each as its own React root. */
export async function loadIslandViews(): Promise<IslandRenderer> {
  const entries = Object.entries<IslandEntry>(islands).filter(([, { fromPayload }]) => !fromPayload)
  const views = new Map(await Promise.all(entries.map(async ([name, entry]) => [name, await entry.load()] as const)))
  return (name, props, id) => {
    const View = views.get(name) as ComponentType<object> | undefined
    if (!View) throw new Error(`no island "${name}" in islands/index.ts`)
    const { shell } = site()
    // Only what the browser will have too, so that a key missing in the island's row shows here.
    enterSite(shell, islandMessages(shell.locale, [name]))
    try {
      return renderToString(<View {...props} />, { identifierPrefix: id })
    } finally {
      enterSite(shell, messagesOf(shell.locale))
    }
  }
}

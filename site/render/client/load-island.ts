import { mountingOf, rowOf } from '../../islands/mounting'
import { islands } from '../../islands/registry'
import { mountsAutomatically, type ReactIsland } from '../../lib/islands/island-contract'
import { pagePayload } from '../../lib/navigation/page-payload'
import type { PlacedIsland } from '../../lib/document/placement'
import type { DocumentData } from './document-data'
import { loadMessages } from '../../lib/i18n/load-messages'

/**
 * Loads all that a React island needs, in parallel. Returns a function that mounts it and resolves with its unmount.
 */
export async function loadIsland({ id, name, props = {} }: PlacedIsland, data: DocumentData) {
  const { load, propsFrom } = rowOf<ReactIsland>(islands, name)
  const [{ mountIsland }, view, islandProps] = await Promise.all([
    import('./react-root'),
    load(),
    propsFrom ? pagePayload(data).then((payload) => propsFrom(payload, props)) : props,
    mountsAutomatically(mountingOf(name)) || loadMessages(data.shell, data.strings, name),
  ])
  return (host: HTMLElement) => mountIsland({ host, id, view, props: islandProps, data })
}

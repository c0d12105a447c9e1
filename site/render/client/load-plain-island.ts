import { mountingOf, rowOf } from '../../islands/mounting'
import { plainIslands } from '../../islands/plain-registry'
import { mountsAutomatically, type PlainIsland } from '../../lib/islands/island-contract'
import { patcher } from '../../lib/islands/patch'
import type { PlacedIsland } from '../../lib/document/placement'
import { pagePayload } from '../../lib/navigation/page-payload'
import { setSite } from '../../lib/site'
import { renderHtml } from '../html'
import type { DocumentData } from './document-data'
import { loadMessages } from '../../lib/i18n/load-messages'

/**
 * Loads the modules of an island without React. Returns a function that starts it and returns a function to end it.
 */
export async function loadPlainIsland({ name, props = {} }: PlacedIsland, data: DocumentData) {
  const island = rowOf<PlainIsland>(plainIslands, name)
  const [start, islandProps] = await Promise.all([
    island.start(),
    island.propsFrom ? pagePayload(data).then(island.propsFrom) : props,
    mountsAutomatically(mountingOf(name)) || loadMessages(data.shell, data.strings, name),
  ])
  return (element: HTMLElement): (() => void) => {
    setSite(data.shell, data.strings)
    element.dataset.live = ''
    const patch = patcher(element)
    return start({ element, show: (view) => patch(renderHtml(view)) }, islandProps as never)
  }
}

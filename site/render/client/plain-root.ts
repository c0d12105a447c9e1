import type { StartIsland } from '../../lib/islands/islands'
import { patcher } from '../../lib/islands/patch'
import { enterSite } from '../../lib/site'
import { renderHtml } from '../html'
import type { Mount } from './root'

/** Starts an island without React in place of its fallback. Returns what ends it. */
export function mountIsland({ element, view, props, data }: Mount): () => void {
  enterSite(data.shell, data.strings)
  element.dataset.live = ''
  const patch = patcher(element)
  const start = view as unknown as StartIsland<object>
  return start({ element, show: (it) => patch(renderHtml(it)) }, props)
}

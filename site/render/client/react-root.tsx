import { useEffect, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type RootOptions } from 'react-dom/client'
import { element } from '../../lib/browser/element'
import { currencyEvent } from '../../lib/money/currency-event'
import { enterSite, t } from '../../lib/site'
import type { DocumentData } from './document-data'

export interface Mount {
  place: HTMLElement
  id: string
  view: ComponentType<never>
  props: object
  data: DocumentData
}

/** Renders an island in place of its fallback. Resolves with its unmount once the island answers events. */
export function mountIsland({ place, id, view, props, data }: Mount): Promise<() => void> {
  enterSite(data.shell, data.strings)
  const View = view as ComponentType<object>
  return new Promise((resolve) => {
    const options: RootOptions = {
      identifierPrefix: id,
      onUncaughtError(error) {
        reportError(error)
        showFailure(place)
        resolve(() => {})
      },
    }
    const end = () => {
      document.removeEventListener(currencyEvent, rerender)
      root.unmount()
    }
    const ready = () => resolve(end)
    const tree = () => (
      <Mounted then={ready}>
        <View {...props} />
      </Mounted>
    )
    // A new currency renders the island again; its state stays.
    const rerender = () => root.render(tree())
    place.dataset.live = ''
    const root = createRoot(place, options)
    flushSync(() => root.render(tree()))
    document.addEventListener(currencyEvent, rerender)
  })
}

/** Renders a component beside #page, where it stays when the page changes. */
export function mountAside<P extends object>(identifierPrefix: string, View: ComponentType<P>, props: P): void {
  const place = element('div', {})
  document.body.append(place)
  flushSync(() => createRoot(place, { identifierPrefix }).render(<View {...props} />))
}

function Mounted({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then])
  return children
}

/** Shows an error in place of an island that failed. */
function showFailure(place: HTMLElement): void {
  const message = element('p', { class: 'error-inline', role: 'alert' }, t('error.unknown'))
  // React has removed the children by the time it reports an error.
  queueMicrotask(() => place.replaceChildren(message))
}

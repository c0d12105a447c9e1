import { useEffect, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type RootOptions } from 'react-dom/client'
import { createElement } from '../../lib/browser/element'
import { currencyEvent } from '../../lib/money/currency-event'
import { setSite, t } from '../../lib/site'
import type { DocumentData } from './document-data'

interface Mount {
  host: HTMLElement
  id: string
  view: ComponentType<never>
  props: object
  data: DocumentData
}

/** Renders an island in place of its fallback. Resolves with its unmount once it answers events or has failed. */
export function mountIsland({ host, id, view, props, data }: Mount): Promise<() => void> {
  setSite(data.shell, data.strings)
  const View = view as ComponentType<object>
  return new Promise((resolve) => {
    const options: RootOptions = {
      identifierPrefix: id,
      onUncaughtError(error) {
        reportError(error)
        document.removeEventListener(currencyEvent, render)
        showFailure(host)
        resolve(end)
      },
    }
    const end = () => {
      document.removeEventListener(currencyEvent, render)
      root.unmount()
    }
    const ready = () => {
      // A new currency renders the island again; its state stays.
      document.addEventListener(currencyEvent, render)
      resolve(end)
    }
    const render = () =>
      root.render(
        <Mounted then={ready}>
          <View {...props} />
        </Mounted>,
      )
    host.dataset.live = ''
    const root = createRoot(host, options)
    flushSync(render)
  })
}

/** Renders a component beside #page, where it stays when the page changes. */
export function mountAside<P extends object>(identifierPrefix: string, View: ComponentType<P>, props: P): void {
  const host = createElement('div', {})
  document.body.append(host)
  flushSync(() => createRoot(host, { identifierPrefix }).render(<View {...props} />))
}

function Mounted({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then])
  return children
}

/** Shows an error in place of an island that failed. */
function showFailure(host: HTMLElement): void {
  const message = createElement('p', { class: 'error-inline', role: 'alert' }, t('error.unknown'))
  // React has removed the children by the time it reports an error.
  queueMicrotask(() => host.replaceChildren(message))
}

import { useEffect, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { currencyEvent } from '../lib/currency-event'
import { enterSite, site } from '../lib/site'
import type { DocumentData } from './document-data'

interface Mount {
  element: HTMLElement
  id: string
  view: ComponentType<never>
  props: object
  data: DocumentData
  /** Whether the element holds the island's own HTML, as the server rendered it. */
  rendered: boolean
}

/** Makes an island's React root; resolves, with what ends it, once it answers events. */
export function mountIsland({ element, id, view, props, data, rendered }: Mount): Promise<() => void> {
  enterSite(data.shell, data.strings)
  const View = view as ComponentType<object>
  return new Promise((resolve) => {
    const options: RootOptions = {
      identifierPrefix: id,
      onUncaughtError(error) {
        reportError(error)
        showFailure(element)
        resolve(() => {})
      },
    }
    const end = () => {
      document.removeEventListener(currencyEvent, again)
      root.unmount()
    }
    const ready = () => resolve(end)
    const tree = () => (
      <Mounted then={ready}>
        <View {...props} />
      </Mounted>
    )
    // What is shown of prices is no state of an island's: all of it is rendered anew, and keeps the state that it has.
    const again = () => root.render(tree())
    element.dataset.live = ''
    const root = rendered ? hydrateRoot(element, tree(), options) : createRoot(element, options)
    if (!rendered) flushSync(() => root.render(tree()))
    document.addEventListener(currencyEvent, again)
  })
}

interface MountedProps {
  then: () => void
  children: ReactNode
}

function Mounted({ then, children }: MountedProps) {
  useEffect(then, [then])
  return children
}

/** What stands in place of an island that failed. */
function showFailure(element: HTMLElement): void {
  const message = document.createElement('p')
  message.className = 'error-inline'
  message.setAttribute('role', 'alert')
  message.textContent = site().t('error.unknown')
  // React has let go of the children by the time it reports an error.
  queueMicrotask(() => element.replaceChildren(message))
}

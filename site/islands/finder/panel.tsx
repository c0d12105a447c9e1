import { useEffectEvent, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'
import { openLayer } from '../../lib/navigation/layer'
import { site } from '../../lib/site'
import { useWide } from '../../features/ui/use-wide'

interface Props {
  id: string
  title: string
  /** Stands at the end, out of the way of what is chosen from. */
  foot: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The choices of one filter: a sheet over a narrow screen, a card under the filter's button on a wide one. */
export function Panel({ id, title, foot, onClose, children }: Props) {
  const wide = useWide()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    if (wide) current?.show()
    else openLayer(current)
    // Not on the way out, which comes first.
    const choice = current?.querySelector<HTMLElement>('input:checked') ?? current?.querySelector('input')
    choice?.focus()
    return () => current?.close()
  }, [wide])
  useLeaving(dialog, wide, onClose)
  return (
    <dialog
      ref={dialog}
      id={id}
      className="filter-panel"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="filter-panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" className="filter-panel-close" aria-label={site().t('dialog.close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <div className="filter-panel-body">{children}</div>
      <div className="filter-panel-foot">{foot}</div>
    </dialog>
  )
}

/** What is not modal closes by Escape, by a press beside it, and when the focus goes elsewhere; a sheet by its backdrop. */
function useLeaving(dialog: { current: HTMLDialogElement | null }, wide: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { current } = dialog
    // The button that opened it is in the same place, and closes it by itself.
    const place = current?.parentElement
    const stop = new AbortController()
    const listen = { signal: stop.signal }
    const outside = (target: EventTarget | null) => target instanceof Node && !place?.contains(target)
    current?.addEventListener('click', (event) => event.target === current && !wide && close(), listen)
    if (!wide) return () => stop.abort()
    document.addEventListener('pointerdown', ({ target }) => outside(target) && close(), listen)
    place?.addEventListener('focusout', ({ relatedTarget }) => outside(relatedTarget) && close(), listen)
    place?.addEventListener('keydown', (event) => event.key === 'Escape' && close(), listen)
    return () => stop.abort()
  }, [dialog, wide])
}

import './dialog.css'
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Icon } from '../../components/ui/icon'
import { pushLayer } from '../../lib/navigation/dialog-history'
import { t } from '../../lib/site'

interface Props {
  title: string
  /** A card in the middle, or one of the classes `sheet` and `lightbox`, whose owners load their styles. */
  look?: 'dialog' | 'sheet' | 'lightbox'
  /** The accessible name of the button that closes it. */
  closeLabel?: string
  /** Called when the visitor closes it: by the button, Escape, a click beside it, or Back. */
  onClose: () => void
  panel?: RefObject<HTMLDivElement | null>
  /** Returns the element to focus first; the heading by default. */
  initialFocus?: Readonly<RefObject<HTMLElement | null>>
  children: ReactNode
}

/** A modal dialog, open for as long as it is rendered. It has an entry in the history, and gives the focus back. */
export function Dialog({ title, look = 'dialog', closeLabel, onClose, panel, initialFocus, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHistoryEntry(onClose)
  useFocusReturn()
  useSecondPressIgnored(look)
  return (
    <HeadlessDialog
      open
      className="dialog-place"
      onClose={onClose}
      initialFocus={(initialFocus ?? heading) as RefObject<HTMLElement>}
    >
      <DialogBackdrop className="dialog-backdrop" />
      <DialogPanel ref={panel} className={look}>
        <div className={`${look}-head`}>
          <DialogTitle ref={heading} tabIndex={-1}>
            {title}
          </DialogTitle>
          <button
            type="button"
            className={`${look}-close sign-button`}
            aria-label={closeLabel ?? t('dialog.close')}
            onClick={onClose}
          >
            <Icon name="cross" />
          </button>
        </div>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  )
}

/** Gives a component that is a modal dialog its entry in the history for as long as it is mounted. */
function useHistoryEntry(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let open = true
    const closed = pushLayer({ isOpen: () => open, close: () => close() })
    return () => {
      open = false
      closed()
    }
  }, [])
}

/** The longest time between the presses of a double click, as systems have it by default. */
const doubleClick = 500

// What Headless UI takes for a press, of a mouse and of a finger.
const presses = ['pointerdown', 'touchend']

/** Ignores the second press of a double click that opened the dialog: Headless UI would take it for one beside it. */
function useSecondPressIgnored(look: string): void {
  useEffect(() => {
    const stop = (event: Event) => {
      if (!(event.target as Element).closest(`.${look}`)) event.stopPropagation()
    }
    const end = () => presses.forEach((press) => window.removeEventListener(press, stop, true))
    presses.forEach((press) => window.addEventListener(press, stop, true))
    const timer = setTimeout(end, doubleClick)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [look])
}

/**
 * Returns the focus to the element that had it before, unless another element has taken it. Headless UI does so too,
 * but observes the focus only once it has loaded, which is when the first dialog opens.
 */
function useFocusReturn(): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    before.current ??= document.activeElement
    return () => {
      const opener = before.current
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body)
          opener.focus()
      })
    }
  }, [])
}

import '../../styles/sheet.css'
import { Suspense, useRef, useState, useTransition, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { openLayer } from '../../lib/layer'
import { site } from '../../lib/site'
import { CheckControl, TicketLid, type LidActions, type Part } from './ticket-lid'
import { isBegun } from './begun'
import type { TicketProduct } from './ticket-product'
import { useWide } from './use-wide'

interface Props {
  product: TicketProduct
  /** Of the button that opens it, where that is not for what can be booked. */
  label?: string
  /** Fetches what opening takes. */
  preload: () => void
  /** What it opens to. */
  form: (openAt?: Part) => ReactNode
}

/** Where a ticket stands: in its column, or behind a bar at the foot of a narrow screen. */
export function TicketPlace(props: Props) {
  const { product, label, preload, form } = props
  const wide = useWide()
  const [opened, setOpened] = useState<Part | 'again' | undefined>(() => (isBegun(product) ? 'again' : undefined))
  const [opening, startOpening] = useTransition()
  if (!wide) return <Sheet {...props} />
  const actions = { onOpen: (part: Part) => startOpening(() => setOpened(part)), onNear: preload, opening }
  const lid = (
    <TicketLid
      price={product.price}
      label={label}
      cancellation={product.options[0]?.cancellation ?? []}
      actions={actions}
    />
  )
  return (
    <div className="ticket ticket-frame">
      <Suspense fallback={lid}>{opened ? form(opened === 'again' ? undefined : opened) : lid}</Suspense>
    </div>
  )
}

function Sheet({ product, label, preload, form }: Props) {
  const { t } = site()
  const title = label ?? t('ticket.title')
  const sheet = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const open = () => {
    // An empty sheet would be scrolled to show its button.
    flushSync(() => setOpened(true))
    openLayer(sheet.current)
  }
  const actions: LidActions = { onOpen: open, onNear: preload, opening: false }
  return (
    <>
      <div className="buy-bar">
        <p className="price">
          <PriceFrom price={product.price} />
        </p>
        <CheckControl label={label} actions={actions} />
      </div>
      <dialog ref={sheet} className="sheet" aria-label={title}>
        <div className="sheet-head">
          <p aria-hidden="true">{title}</p>
          <button
            type="button"
            className="sheet-close"
            aria-label={t('ticket.close')}
            onClick={() => sheet.current?.close()}
          >
            <Icon name="cross" />
          </button>
        </div>
        <div className="ticket-frame">{opened && <Suspense fallback={<SheetWait />}>{form()}</Suspense>}</div>
      </dialog>
    </>
  )
}

function SheetWait() {
  return (
    <div className="sheet-wait" role="status">
      <span className="sr-only">{site().t('ticket.loading')}</span>
      <span className="wait-bar" />
      <span className="wait-bar" />
      <span className="wait-bar" />
    </div>
  )
}

import '../../styles/sheet.css'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { openLayer } from '../../lib/layer'
import { site } from '../../lib/site'
import { CheckControl, TicketSummary, type Part } from './ticket-summary'
import { isBegun } from './begun'
import type { TicketProduct } from './ticket-product'
import { useWide } from './use-wide'

interface Props {
  product: TicketProduct
  /** Of the button that opens it, where that is not for what can be booked. */
  label?: string
  /** What it opens to. */
  form: (openAt?: Part) => ReactNode
}

/** The ticket in its column, or in a sheet behind a bar at the foot of a narrow screen. */
export function TicketPanel(props: Props) {
  const { product, label, form } = props
  const wide = useWide()
  const [opened, setOpened] = useState<Part | 'again' | undefined>(() => (isBegun(product) ? 'again' : undefined))
  if (!wide) return <Sheet {...props} />
  return (
    <div className="ticket ticket-frame">
      {opened ? (
        form(opened === 'again' ? undefined : opened)
      ) : (
        <TicketSummary
          price={product.price}
          label={label}
          cancellation={product.options[0]?.cancellation ?? []}
          onOpen={setOpened}
        />
      )}
    </div>
  )
}

function Sheet({ product, label, form }: Props) {
  const { t } = site()
  const title = label ?? t('ticket.title')
  const sheet = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const open = () => {
    // An empty sheet would be scrolled to show its button.
    flushSync(() => setOpened(true))
    openLayer(sheet.current)
  }
  return (
    <>
      <div className="buy-bar">
        <p className="price">
          <PriceFrom price={product.price} />
        </p>
        <CheckControl label={label} onOpen={open} />
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
        <div className="ticket-frame">{opened && form()}</div>
      </dialog>
    </>
  )
}

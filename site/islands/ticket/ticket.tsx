import { useRef } from 'react'
import { site } from '../../lib/site'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { TicketForm } from './ticket-form'
import type { TicketProduct } from './ticket-product'
import { useWide } from './use-wide'

export interface Props {
  product: TicketProduct
}

/** The ticket beside a product: standing in its column, or behind a bar at the foot of a narrow screen. */
export function Ticket({ product }: Props) {
  const wide = useWide()
  const sheet = useRef<HTMLDialogElement>(null)
  const { t } = site()
  if (wide) {
    return (
      <div className="ticket ticket-frame">
        <TicketForm product={product} />
      </div>
    )
  }
  return (
    <>
      <div className="buy-bar">
        <p className="price">
          <PriceFrom price={product.price} />
        </p>
        <button
          type="button"
          className="button button-primary"
          aria-haspopup="dialog"
          onClick={() => sheet.current?.showModal()}
        >
          {t('ticket.check')}
        </button>
      </div>
      <dialog ref={sheet} className="sheet" aria-label={t('ticket.title')}>
        <button
          type="button"
          className="sheet-close"
          aria-label={t('ticket.close')}
          onClick={() => sheet.current?.close()}
        >
          <Icon name="cross" />
        </button>
        <div className="ticket-frame">
          <TicketForm product={product} />
        </div>
      </dialog>
    </>
  )
}

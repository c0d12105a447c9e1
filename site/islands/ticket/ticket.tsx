import { useRef } from 'react'
import type { Extra, Option, Price, ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { TicketForm } from './ticket-form'
import { useWide } from './use-wide'

/** What a ticket needs of a product that can be booked. */
export interface TicketProduct extends Pick<
  ProductDetail,
  'timeZone' | 'currency' | 'currencyExponent' | 'duration' | 'minimumDuration'
> {
  title: string
  city: string
  onRequest: boolean
  price?: Price
  /** Without what only the page tells: titles and descriptions that the form does not show are left out. */
  options: Option[]
  extras?: Extra[]
}

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

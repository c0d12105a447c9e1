import type { ReactNode } from 'react'
import { ContactWays } from '../../components/contact-ways'
import { Island } from '../../components/island'
import { TicketShell } from '../../islands/ticket/ticket-shell'
import type { Product } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Product
}

/** The ticket, or why there is none to be had and whom to ask. */
export function Booking({ payload }: Props) {
  const { t } = site()
  const { product, city, related } = payload
  if (product.status === 'CLOSED') {
    const similar = related.length > 0 ? '#related' : site().href(`/things-to-do-in-${city.id}`)
    return (
      <Notice title={t('booking.closed')} text={t('booking.closedText')}>
        <a className="button button-primary ticket-action" href={similar}>
          {t('booking.similar')}
        </a>
      </Notice>
    )
  }
  if (product.status === 'SOLD_OUT') {
    return (
      <Notice title={t('booking.soldOut')} text={t('booking.soldOutText')}>
        <ContactWays />
      </Notice>
    )
  }
  if (product.noFixedPrice || product.options.length === 0) {
    return (
      <Notice title={t('booking.priceOnRequest')} text={t('booking.priceOnRequestText')}>
        <p className="strong">{t('booking.ask')}</p>
        <ContactWays />
      </Notice>
    )
  }
  return <Island name="ticket" className="ticket-island" shell={<TicketShell product={product} />} />
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="ticket ticket-frame">
      <div className="ticket-body">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <hr className="tear" />
      <div className="ticket-body">{children}</div>
    </div>
  )
}

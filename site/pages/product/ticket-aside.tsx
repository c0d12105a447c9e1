import type { ReactNode } from 'react'
import { ContactLinks } from '../../components/blocks/contact-links'
import { Island } from '../../components/island'
import { BuyBar } from '../../features/booking/buy-bar'
import { TicketFallback } from '../../features/booking/ticket-fallback'
import type { PageProps } from '../../lib/payload'
import type { Named } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'
import { cityPath } from '../../lib/navigation/site-path'

/** The ticket, or why the product cannot be booked, with the contact. */
export function TicketAside({ payload }: PageProps<'product'>) {
  const { product, city } = payload
  if (product.status === 'CLOSED' || product.status === 'SOLD_OUT') {
    const closed = product.status === 'CLOSED'
    const similar = (className: string) => <Similar className={className} city={city} />
    return (
      <Notice
        title={t(closed ? 'booking.closed' : 'booking.soldOut')}
        text={t(closed ? 'booking.closedText' : 'booking.soldOutText')}
        bar={similar('button-primary')}
      >
        {closed && similar('button-primary ticket-action')}
        <ContactLinks withoutEmail={closed} />
        {!closed && similar('button-outlined ticket-action')}
      </Notice>
    )
  }
  if (product.options.length === 0) {
    return (
      <Notice
        title={t('booking.priceOnRequest')}
        text={t('booking.priceOnRequestText')}
        bar={
          <a className="button button-primary" href="#ticket">
            {t('booking.ask')}
          </a>
        }
      >
        <p className="strong">{t('booking.ask')}</p>
        <ContactLinks />
      </Notice>
    )
  }
  const fallback = <TicketFallback product={product} />
  return <Island name={product.noFixedPrice ? 'negotiation' : 'ticket'} className="ticket-island" fallback={fallback} />
}

/** The link to the other experiences of the city. */
function Similar({ className, city }: { className: string; city: Named }) {
  return (
    <a className={`button ${className}`} href={href(cityPath(city))}>
      {t('booking.similar')}
    </a>
  )
}

interface NoticeProps {
  title: string
  text: string
  /** The action in the bar at the foot of a narrow screen. */
  bar: ReactNode
  children: ReactNode
}

function Notice({ title, text, bar, children }: NoticeProps) {
  return (
    <>
      <div className="ticket ticket-frame">
        <div className="ticket-body">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <hr className="tear" />
        <div className="ticket-body">{children}</div>
      </div>
      <BuyBar title={title} pageOnly>
        {bar}
      </BuyBar>
    </>
  )
}

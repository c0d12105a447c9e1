import type { ReactNode } from 'react'
import { ContactWays } from '../../components/contact-ways'
import { Island } from '../../components/island'
import type { TicketProduct } from '../../islands/ticket/ticket'
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
  const ticket = ticketOf(payload)
  return (
    <Island
      name="ticket"
      className="ticket-island"
      props={{ product: ticket }}
      shell={<TicketShell product={ticket} />}
    />
  )
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

/** Only what the form needs: its props travel in the document beside the same words as HTML. */
function ticketOf({ title, city, product }: Product): TicketProduct {
  const { timeZone, currency, currencyExponent, price, duration, minimumDuration, options, extras, supplier } = product
  return {
    title,
    city: city.name,
    timeZone,
    currency,
    currencyExponent,
    price,
    duration,
    minimumDuration,
    onRequest: supplier.confirmation === 'on_request',
    options: options.map((option) => ({ ...option, description: undefined })),
    extras: extras?.map((extra) => ({ ...extra, description: undefined })),
  }
}

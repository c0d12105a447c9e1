import { ContactWays } from '../../components/contact-ways'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { policyLines } from '../../lib/cancellation'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

/** The ticket before its script: price, terms, the way to the dates, and whom to ask. */
export function TicketShell({ product }: Props) {
  const { t } = site()
  const [terms] = policyLines(product.options[0]?.cancellation ?? [])
  return (
    <>
      <div className="ticket ticket-frame">
        <div className="ticket-body">
          <p className="price price-large">
            <PriceFrom price={product.price} />
          </p>
          <ShellField label={t('ticket.date')} value={t('ticket.chooseDate')} />
          <ShellField label={t('ticket.travellers')} value={t('travellers.count', { count: 2 })} />
          <noscript>
            <p className="small">{t('booking.noScript')}</p>
            <ContactWays />
          </noscript>
        </div>
        <hr className="tear" />
        <div className="ticket-body">
          <a className="button button-primary ticket-action" href="#options">
            {t('ticket.check')}
          </a>
          {terms && (
            <p className="ticket-terms">
              <Icon name={terms.good ? 'check' : 'info'} />
              {terms.text}
            </p>
          )}
        </div>
      </div>
      <div className="buy-bar">
        <p className="price">
          <PriceFrom price={product.price} />
        </p>
        <a className="button button-primary" href="#options">
          {t('ticket.check')}
        </a>
      </div>
    </>
  )
}

function ShellField({ label, value }: { label: string; value: string }) {
  return (
    <a className="select" href="#options">
      <span className="small muted">{label}</span>
      <span>{value}</span>
      <Icon name="chevron" />
    </a>
  )
}

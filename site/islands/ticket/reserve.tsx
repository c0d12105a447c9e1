import { Icon } from '../../components/ui/icon'
import { formatDayShort, formatList, formatMoney, formatTime } from '../../lib/format'
import { site } from '../../lib/site'
import type { TicketProduct } from './ticket-product'
import type { Chosen } from './use-choice'

interface Props {
  product: TicketProduct
  chosen: Chosen
}

/** What is published for the chosen date, and how to reserve it with a person. */
export function Reserve({ product, chosen }: Props) {
  const { t, shell } = site()
  const { chatUrl, phone, email } = shell.contact
  const { startTimes = [], hours = [] } = chosen.openings ?? {}
  const date = chosen.day ? formatDayShort(chosen.day) : ''
  const times =
    startTimes.length > 0
      ? startTimes.map(formatTime)
      : hours.map(({ from, to }) => t('facts.between', { from: formatTime(from), to: formatTime(to) }))
  const message = messageOf(product, chosen, date)
  return (
    <div className="reserve">
      <p className="strong">{t(startTimes.length > 0 ? 'ticket.publishedTimes' : 'ticket.publishedHours', { date })}</p>
      <p>{formatList(times)}</p>
      <p className="small">{t('ticket.reserve')}</p>
      <ul className="ways">
        {chatUrl && (
          <li>
            <a className="go link" href={chatAddress(chatUrl, message)}>
              <Icon name="speech" />
              {t('ticket.chat')}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a className="go link" href={`tel:${phone.replaceAll(' ', '')}`}>
              <Icon name="phone" />
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </li>
        )}
        {email && (
          <li>
            <a
              className="go link"
              href={`mailto:${email}?subject=${encodeURIComponent(t('ticket.mailSubject', { product: product.title, date }))}&body=${encodeURIComponent(message)}`}
            >
              <Icon name="mail" />
              {t('ticket.mail')}
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}

function messageOf(product: TicketProduct, chosen: Chosen, date: string): string {
  const { currency, currencyExponent: exponent } = product
  const { t } = site()
  return t('ticket.mailBody', {
    product: product.title,
    option: chosen.option.title,
    date,
    time: chosen.time ? formatTime(chosen.time) : '',
    travellers: t('travellers.count', { count: chosen.travellers }),
    total: formatMoney({ amount: chosen.total, currency, exponent }),
  })
}

/** WhatsApp's links take the first message along; others are opened as they are. */
function chatAddress(url: string, message: string): string {
  return url.startsWith('https://wa.me/') ? `${url}?text=${encodeURIComponent(message)}` : url
}

import { moneyIn } from '../lib/booking'
import type { Booking, Order } from '../lib/order'
import { site } from '../lib/site'
import { BookingFacts } from './booking-facts'
import { Fold } from './fold'
import { PriceLines } from './price-lines'
import { Amount } from './ui/amount'
import { Icon } from './ui/icon'

interface Props {
  booking: Booking
  order: Order
  /** What became of it, in a word. */
  stamp: string
  look: 'good' | 'open' | 'bad'
}

const icons = { good: 'check', open: 'clock', bad: 'cross' }

/** One booking of an order, with its status and everything that was chosen. */
export function BookingTicket({ booking, order, stamp, look }: Props) {
  const { t, href } = site()
  const { product, option, price, pickup, dropOff } = booking
  return (
    <li className="booked">
      <div className="booked-head">
        <div>
          <h3>{product.path ? <a href={href(product.path)}>{product.title}</a> : product.title}</h3>
          <p className="muted">{option.title}</p>
        </div>
        <p className={`status status-${look}`}>
          <Icon name={icons[look]} />
          {stamp}
        </p>
      </div>
      <BookingFacts booked={booking} pickup={pickup} dropOff={dropOff} />
      <p className="booked-price">
        <Amount className="price-amount" money={moneyIn(order, price.total)} />
        {booking.refunded !== undefined && booking.refunded > 0 && (
          <span className="muted">
            {t('result.refunded')}: <Amount money={moneyIn(order, booking.refunded)} />
          </span>
        )}
      </p>
      <Fold title={t('cart.priceDetails')}>
        <PriceLines price={price} currency={order} />
      </Fold>
    </li>
  )
}

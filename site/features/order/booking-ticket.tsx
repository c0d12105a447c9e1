import type { ReactNode } from 'react'
import { moneyIn } from './booking'
import type { Booking, Order } from './order'
import { stampOf } from './outcome'
import { site } from '../../lib/site'
import { BookingFacts } from './booking-facts'
import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from './price-lines'
import { Amount } from '../../components/ui/amount'
import { Status } from './status'

interface Props {
  booking: Booking
  order: Order
  /** What there is to do with it. */
  children?: ReactNode
}

const looks = {
  CONFIRMED: 'good',
  REDEEMED: 'good',
  RESERVED: 'good',
  PENDING: 'open',
  ON_HOLD: 'open',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  CANCELLED: 'bad',
} as const

/** One booking of an order, with its status and everything that was chosen. */
export function BookingTicket({ booking, order, children }: Props) {
  const { t, href } = site()
  const { product, option, price, meeting, pickup, dropOff } = booking
  const stamp = stampOf(booking, order)
  return (
    <li className="booked" id={`booking-${booking.id}`} tabIndex={-1}>
      <div className="booked-head">
        <div>
          <h3>{product.path ? <a href={href(product.path)}>{product.title}</a> : product.title}</h3>
          <p className="muted">{option.title}</p>
        </div>
        <Status look={looks[stamp]} text={t(`result.status.${stamp}`)} />
      </div>
      <BookingFacts booked={booking} meeting={meeting} pickup={pickup} dropOff={dropOff} />
      <BookedPrice booking={booking} order={order} />
      <Disclosure title={t('cart.priceDetails')}>
        <PriceLines exact price={price} currency={order} />
      </Disclosure>
      {children}
    </li>
  )
}

/** What a booking cost: its price, and how that comes to what was paid and given back where it is more than one number. */
function BookedPrice({ booking: { status, price, amount, refunded = 0 }, order }: Pick<Props, 'booking' | 'order'>) {
  const { t } = site()
  const promo = price.total - amount
  const paid = order.payment.captured > 0 && status !== 'REJECTED' && status !== 'EXPIRED'
  if (promo <= 0 && refunded === 0) {
    return (
      <p className="booked-price">
        <Amount exact className="price-amount" money={moneyIn(order, price.total)} />
      </p>
    )
  }
  return (
    <ul className="sums">
      {promo > 0 && (
        <>
          <li>
            <span>{t('result.price')}</span>
            <Amount exact money={moneyIn(order, price.total)} />
          </li>
          <li className="sums-off">
            <span>{t('cart.promo', { code: order.promoCode })}</span>
            <Amount exact money={moneyIn(order, -promo)} />
          </li>
        </>
      )}
      <li className="strong">
        <span>{t(paid ? 'result.paid' : 'cart.total')}</span>
        <Amount exact className="price-amount" money={moneyIn(order, amount)} />
      </li>
      {refunded > 0 && (
        <li>
          <span>{t('result.refunded')}</span>
          <Amount exact money={moneyIn(order, refunded)} />
        </li>
      )}
    </ul>
  )
}

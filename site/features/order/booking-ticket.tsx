import type { ReactNode } from 'react'
import { moneyIn } from '../../lib/money/price'
import type { Booking, Order } from './order'
import { displayedStatus } from './outcome'
import { href, t } from '../../lib/site'
import { BookingFacts } from './booking-facts'
import { Disclosure } from '../../components/ui/disclosure'
import { Sum } from './sum'
import { PriceLines } from './price-lines'
import { Amount } from '../../components/ui/amount'
import { Status } from './status'

interface Props {
  booking: Booking
  order: Order
  /** The actions of the booking. */
  children?: ReactNode
}

const statusLooks = {
  CONFIRMED: 'good',
  REDEEMED: 'good',
  RESERVED: 'good',
  PENDING: 'open',
  ON_HOLD: 'open',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  CANCELLED: 'bad',
} as const

/** One booking of an order with its status and every choice. */
export function BookingTicket({ booking, order, children }: Props) {
  const { product, option, price, meeting, pickup, dropOff } = booking
  const stamp = displayedStatus(booking, order)
  return (
    <li className="booked" id={`booking-${booking.id}`} tabIndex={-1}>
      <div className="booked-head">
        <div>
          <h3>{product.path ? <a href={href(product.path)}>{product.title}</a> : product.title}</h3>
          {option.title !== product.title && <p className="muted">{option.title}</p>}
        </div>
        <Status look={statusLooks[stamp]} text={t(`result.status.${stamp}`)} />
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

/** The price of a booking; with a promo code or a refund, the sums up to the amount paid, and what became of it. */
function BookedPrice({
  booking: { status, price, amount, refunded = 0, applied = 0 },
  order,
}: Pick<Props, 'booking' | 'order'>) {
  const promo = price.total - amount
  const sum = { currency: order, exact: true }
  // A booking may have been cancelled before its order was charged: nothing was paid for it then.
  const charged = status === 'CANCELLED' ? refunded + applied > 0 : status !== 'REJECTED' && status !== 'EXPIRED'
  const paid = order.payment.captured > 0 && !order.payment.due && charged
  if (promo <= 0 && refunded + applied === 0) {
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
          <Sum {...sum} text={t('result.price')} amount={price.total} />
          <Sum {...sum} className="sums-off" text={t('cart.promo', { code: order.promoCode })} amount={-promo} />
        </>
      )}
      <Sum
        {...sum}
        className="strong"
        text={t(paid ? 'result.paid' : status === 'CANCELLED' ? 'result.charge' : 'cart.total')}
        amount={amount}
        amountClass="price-amount"
      />
      {refunded > 0 && <Sum {...sum} text={t('result.refunded')} amount={refunded} />}
      {applied > 0 && <Sum {...sum} text={t('result.applied')} amount={applied} />}
    </ul>
  )
}

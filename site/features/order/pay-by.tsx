import { momentOf } from './booking'
import type { Order } from './order'
import { site } from '../../lib/site'

interface Props {
  order: Order
}

/** When and where a reservation has to be paid, if that is known. */
export function PayBy({ order: { payment, bookings } }: Props) {
  const { t } = site()
  const [first] = bookings
  if (!payment.payBy || !first) return null
  return (
    <>
      <p className="strong">
        {t(payment.atStart ? 'result.payAtStart' : 'result.payBy', momentOf(payment.payBy, first))}
      </p>
      {payment.where && (
        <p>
          <bdi>{payment.where}</bdi>
        </p>
      )}
    </>
  )
}

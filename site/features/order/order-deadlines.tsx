import { momentOf } from './booking'
import type { Order } from './order'
import type { OrderOutcome } from './outcome'
import { t } from '../../lib/site'

interface Props {
  order: Order
  outcome: OrderOutcome
}

/**
 * When and where a reservation has to be paid, and what of it suppliers have still to confirm; when an order on hold is
 * confirmed, and the amount charged then.
 */
export function OrderDeadlines({ order: { payment, bookings, confirmBy }, outcome }: Props) {
  const { payBy, atStart, where } = payment
  const [first] = bookings
  if (!first) return null
  const reserved = outcome === 'reserved' && payBy
  return (
    <>
      {reserved && (
        <p className="strong">{t(atStart ? 'result.payAtStart' : 'result.payBy', momentOf(payBy, first))}</p>
      )}
      {reserved && where && (
        <p>
          <bdi>{where}</bdi>
        </p>
      )}
      {outcome === 'reserved' &&
        bookings
          .filter(({ awaitsSupplier }) => awaitsSupplier)
          .map(({ id, product }) => <p key={id}>{t('result.undecided', { title: product.title })}</p>)}
      {confirmBy && <p className="strong">{t('result.confirmBy', momentOf(confirmBy, first))}</p>}
      {confirmBy && <p>{t('result.confirmByMoney')}</p>}
    </>
  )
}

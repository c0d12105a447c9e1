import type { Order } from '../../features/order/order'
import { looks, outcomeOf } from '../../features/order/outcome'
import { t } from '../../lib/site'
import { Status } from '../../features/order/status'

/** The status label of an order, as lists of invoices have it. */
export function OrderStatus({ order }: { order: Order }) {
  const outcome = outcomeOf(order, 'success')
  return <Status look={looks[outcome]} text={t(`invoices.status.${outcome}`)} />
}

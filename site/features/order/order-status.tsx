import type { Order } from './order'
import { looks, outcomeOf } from './outcome'
import { t } from '../../lib/site'
import { Status } from './status'

/** The status label of an order, as lists of invoices have it. */
export function OrderStatus({ order }: { order: Order }) {
  const outcome = outcomeOf(order, 'success')
  return <Status look={looks[outcome]} text={t(`invoices.status.${outcome}`)} />
}

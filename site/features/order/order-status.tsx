import type { Order } from './order'
import { looks, outcomeOf } from './outcome'
import { site } from '../../lib/site'
import { Status } from './status'

interface Props {
  order: Order
}

/** The status label of an order, as lists of invoices have it. */
export function OrderStatus({ order }: Props) {
  const outcome = outcomeOf(order, 'success')
  return <Status look={looks[outcome]} text={site().t(`invoices.status.${outcome}`)} />
}

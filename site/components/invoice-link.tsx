import { documents, type Order } from '../lib/order'
import { site } from '../lib/site'
import { Icon } from './ui/icon'

interface Props {
  order: Order
}

/** Saves the invoice of an order. */
export function InvoiceLink({ order }: Props) {
  return (
    <a className="button button-outlined" href={documents.invoice(order.id)} download>
      <Icon name="download" />
      {site().t('result.invoice')}
    </a>
  )
}

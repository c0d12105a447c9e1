import { invoiceDocument, type Order } from './order'
import { site } from '../../lib/site'
import { Icon } from '../../components/ui/icon'

interface Props {
  order: Order
}

/** Saves the invoice of an order, or its summary as long as it has none. */
export function InvoiceLink({ order }: Props) {
  return (
    <a className="button button-outlined" href={invoiceDocument(order.id)} download>
      <Icon name="download" />
      {site().t(order.hasInvoice ? 'result.invoice' : 'result.summary')}
    </a>
  )
}

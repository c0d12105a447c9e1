import { invoiceDocument, type Order } from './order'
import { site } from '../../lib/site'
import { Icon } from '../../components/ui/icon'

interface Props {
  order: Order
}

/** Downloads the invoice of an order, or a summary before there is an invoice. */
export function InvoiceLink({ order }: Props) {
  return (
    <a className="button button-outlined" href={invoiceDocument(order.id)} download>
      <Icon name="download" />
      {site().t(order.hasInvoice ? 'result.invoice' : 'result.summary')}
    </a>
  )
}

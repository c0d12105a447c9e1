import { InvoicesFallback } from '../../components/invoices-fallback'
import { Island } from '../../components/island'

export function Page() {
  return (
    <div className="wrap">
      <Island name="invoices" fallback={<InvoicesFallback />} />
    </div>
  )
}

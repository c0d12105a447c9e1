import { InvoicesFallback } from '../../islands/invoices/fallback'
import { Island } from '../../components/island'

export function Page() {
  return (
    <div className="wrap">
      <Island name="invoices" fallback={<InvoicesFallback />} />
    </div>
  )
}

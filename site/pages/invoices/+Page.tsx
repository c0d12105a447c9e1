import { InvoicesShell } from '../../components/invoices-shell'
import { Island } from '../../components/island'

export function Page() {
  return (
    <div className="wrap">
      <Island name="invoices" props={{}} shell={<InvoicesShell />} />
    </div>
  )
}

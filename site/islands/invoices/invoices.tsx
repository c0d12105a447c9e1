import '../../styles/account.css'
import '../../styles/booking.css'
import '../../styles/fields.css'
import '../../styles/invoices.css'
import { lazy, Suspense, useState } from 'react'
import { InvoicesShell } from '../../components/invoices-shell'
import { parameterOf } from '../../lib/routes'
import { site } from '../../lib/site'
import { pathInLocale } from '../../lib/site-path'
import { AllInvoices } from './all-invoices'

// Who has no invoices, or only looks for one, need not wait for what shows it.
const OneInvoice = lazy(() => import('./one-invoice').then((module) => ({ default: module.OneInvoice })))

/** The user's bookings and invoices: all of them, or the one that the address names. */
export function InvoicesIsland() {
  const [order] = useState(orderOfAddress)
  if (order === null) return <AllInvoices />
  return (
    <Suspense fallback={<InvoicesShell />}>
      <OneInvoice id={order} />
    </Suspense>
  )
}

function orderOfAddress(): string | null {
  const { locale, shell } = site()
  return parameterOf('/invoices', pathInLocale(window.location.pathname, locale, shell.locales) ?? '')
}

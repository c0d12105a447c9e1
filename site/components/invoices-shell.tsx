import { site } from '../lib/site'
import { ContactWays } from './contact-ways'

/** The invoices before their script: the size of what is coming, or words where nothing comes. */
export function InvoicesShell() {
  const { t } = site()
  return (
    <>
      <h1 className="booking-title">{t('invoices.title')}</h1>
      <InvoicesSkeleton />
      <noscript>
        <p className="strong">{t('invoices.login')}</p>
        <p>{t('invoices.noScript')}</p>
        <ContactWays />
      </noscript>
    </>
  )
}

/** Blank tickets where invoices will stand. Seen only if it takes long. */
export function InvoicesSkeleton() {
  return (
    <div className="invoice-list skeleton" aria-hidden="true">
      <p className="skeleton-ticket skeleton-invoice" />
      <p className="skeleton-ticket skeleton-invoice" />
      <p className="skeleton-ticket skeleton-invoice" />
    </div>
  )
}

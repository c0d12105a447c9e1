import { site } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'

/** The invoices before their script: a skeleton, or a text for visitors without scripts. */
export function InvoicesFallback() {
  const { t } = site()
  return (
    <>
      <h1 className="booking-title">{t('invoices.title')}</h1>
      <InvoicesSkeleton />
      <NoScript text={t('invoices.noScript')}>
        <p className="strong">{t('invoices.login')}</p>
      </NoScript>
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

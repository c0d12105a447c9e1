import { t } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'

/** The invoices before their script: a skeleton, or a text for visitors without scripts. */
export function InvoicesFallback() {
  return (
    <>
      <h1 className="booking-title">{t('invoices.title')}</h1>
      <OrdersSkeleton />
      <NoScript text={t('invoices.noScript')}>
        <p className="strong">{t('invoices.login')}</p>
      </NoScript>
    </>
  )
}

/** Blank tickets in place of invoices, visible only after a while, and the status that screen readers announce. */
export function OrdersSkeleton({ status }: { status?: string }) {
  return (
    <>
      {status && (
        <p className="sr-only" role="status">
          {status}
        </p>
      )}
      <div className="order-list skeleton" aria-hidden="true">
        <p className="skeleton-ticket skeleton-order" />
        <p className="skeleton-ticket skeleton-order" />
        <p className="skeleton-ticket skeleton-order" />
      </div>
    </>
  )
}

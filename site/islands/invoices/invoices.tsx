import '../../features/forms/small-form.css'
import '../../features/order/booking.css'
import '../../features/forms/fields.css'
import './invoices.css'
import { lazy, Suspense, useState } from 'react'
import { Interpolate } from '../../components/ui/interpolate'
import { OrdersSkeleton } from './fallback'
import type { Order } from '../../features/order/order'
import { parameterOf } from '../../lib/navigation/routes'
import { site, t } from '../../lib/site'
import { pathInLocale } from '../../lib/navigation/site-path'
import { AllOrders } from './all-orders'
import { orderName, orderNumber } from './order-name'

// Visitors without an invoice do not load the code that shows one.
const OneOrder = lazy(() => import('./one-order').then((module) => ({ default: module.OneOrder })))

/** The user's bookings and invoices: all of them, or the one in the address. */
export function InvoicesIsland() {
  const [order] = useState(orderIdOfAddress)
  const [found, setFound] = useState<Order>()
  return (
    <>
      {/* One element for all states, so that it keeps the focus. */}
      <h1 className="booking-title" tabIndex={-1}>
        {found ? (
          <Interpolate
            message={({ number }) => orderName(found, number)}
            values={{ number: <bdi className="code">{orderNumber(found)}</bdi> }}
          />
        ) : (
          t('invoices.title')
        )}
      </h1>
      {order === null ? (
        <AllOrders />
      ) : (
        <Suspense fallback={<OrdersSkeleton />}>
          <OneOrder id={order} onFound={setFound} />
        </Suspense>
      )}
    </>
  )
}

function orderIdOfAddress(): string | null {
  const { locale, shell } = site()
  return parameterOf('/invoices', pathInLocale(window.location.pathname, locale, shell.locales) ?? '')
}

import '../../features/forms/small-form.css'
import '../../features/order/booking.css'
import '../../features/forms/fields.css'
import './bookings.css'
import { lazy, Suspense, useState } from 'react'
import { Interpolate } from '../../components/ui/interpolate'
import { OrdersSkeleton } from './fallback'
import type { Order } from '../../features/order/order'
import { parameterOf } from '../../lib/navigation/routes'
import { site, t } from '../../lib/site'
import { pathInLocale } from '../../lib/navigation/site-path'
import { nameOf, numberOf } from './order-name'
import { LoadFailure } from '../../features/http/load-failure'
import { useUser } from '../../features/account/use-user'
import { GuestView } from './guest-view'
import { OrderList } from './order-list'
import { useRequest } from '../../features/http/use-request'
import { openAccount } from '../../features/account/account'
import type { ProblemCode } from '../../features/http/api'
import { takeToken } from '../../lib/navigation/mailed-link'

// Visitors without an invoice do not load the code that shows one.
const OneOrder = lazy(() => import('./one-order').then((module) => ({ default: module.OneOrder })))

/** The user's bookings and invoices: all of them, or the one in the address. */
export function BookingsIsland() {
  const [order] = useState(orderOfAddress)
  const [found, setFound] = useState<Order>()
  return (
    <>
      {/* One element for all states, so that it keeps the focus. */}
      <h1 className="booking-title" tabIndex={-1}>
        {found ? (
          <Interpolate
            message={({ number }) => nameOf(found, number)}
            values={{ number: <bdi className="code">{numberOf(found)}</bdi> }}
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

function orderOfAddress(): string | null {
  const { locale, shell } = site()
  return parameterOf('/invoices', pathInLocale(window.location.pathname, locale, shell.locales) ?? '')
}

/** All orders of the signed-in user; guests sign in, or find one order. */
function AllOrders() {
  const opening = useAccountOpening()
  const { user, problem, retry } = useUser({ wait: opening.state === 'looking' || opening.state === 'opened' })
  const trouble = opening.problem ?? (user === undefined ? problem : undefined)
  const welcome =
    opening.state === 'opened'
      ? user && t('account.welcome', { name: user.firstName })
      : opening.state === 'mailed' && t('account.openedElsewhere')
  return (
    <>
      {welcome && (
        <p className="notice welcome" role="status">
          {welcome}
        </p>
      )}
      {trouble && <LoadFailure problem={trouble} onRetry={opening.problem ? opening.retry : retry} />}
      {!trouble && user === undefined && (
        <OrdersSkeleton status={t(opening.state === 'looking' ? 'account.opening' : 'invoices.loading')} />
      )}
      {!trouble && user === null && <GuestView expired={opening.state === 'expired'} />}
      {user && <OrderList key={user.email} user={user} />}
    </>
  )
}

const overCodes: (ProblemCode | undefined)[] = ['link_expired', 'invalid']

/**
 * Opens an account by the mailed link that the address has, and signs in if this browser requested it. The state is
 * 'none' without a link, 'mailed' where another browser requested it and a link to choose a password is on its way.
 */
function useAccountOpening() {
  const [token] = useState(() => takeToken('open'))
  const { data: user, problem, retry } = useRequest(token, () => openAccount(token ?? ''))
  const expired = overCodes.includes(problem?.code)
  const state = token === null ? 'none' : expired ? 'expired' : user ? 'opened' : user === null ? 'mailed' : 'looking'
  return { state, problem: expired ? undefined : problem, retry } as const
}

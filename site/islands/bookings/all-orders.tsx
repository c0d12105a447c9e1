import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { site } from '../../lib/site'
import { useUser } from '../../features/account/use-user'
import { GuestView } from './guest-view'
import { OrderList } from './order-list'
import { useAccountOpening } from './use-account-opening'

/** All orders of the signed-in user; guests sign in, or find one order. */
export function AllOrders() {
  const { t } = site()
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

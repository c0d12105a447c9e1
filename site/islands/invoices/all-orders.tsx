import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { t } from '../../lib/site'
import { useStore } from '@nanostores/react'
import { loadSession, user as userStore } from '../../features/account/session'
import { GuestView } from './guest-view'
import { OrderList } from './order-list'
import { useState } from 'react'
import { useRequest } from '../../features/http/use-request'
import { openAccount } from '../../features/account/account'
import type { ProblemCode } from '../../features/http/api'
import { readToken, removeToken } from '../../lib/navigation/mailed-link'

/** All orders of the signed-in user; guests sign in, or find one order. */
export function AllOrders() {
  const opening = useAccountOpening()
  // A mailed link that opens an account signs in by itself.
  const isOpening = opening.state === 'looking' || opening.state === 'opened'
  const { problem, retry } = useRequest(isOpening ? null : 'session', loadSession)
  const user = useStore(userStore)
  const loadProblem = opening.problem ?? (user === undefined ? problem : undefined)
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
      {loadProblem && <LoadFailure problem={loadProblem} onRetry={opening.problem ? opening.retry : retry} />}
      {!loadProblem && user === undefined && (
        <OrdersSkeleton status={t(opening.state === 'looking' ? 'account.opening' : 'invoices.loading')} />
      )}
      {!loadProblem && user === null && <GuestView expired={opening.state === 'expired'} />}
      {user && <OrderList key={user.email} user={user} />}
    </>
  )
}

const expiredCodes: (ProblemCode | undefined)[] = ['link_expired', 'invalid']

/**
 * Opens an account by the mailed link that the address has, and signs in if this browser requested it. The state is
 * 'none' without a link, 'mailed' where another browser requested it and a link to choose a password is on its way.
 */
function useAccountOpening() {
  const [token] = useState(() => readToken('open'))
  const {
    data: user,
    problem,
    retry,
  } = useRequest(token, async () => {
    const opened = await openAccount(token ?? '')
    removeToken('open')
    return opened
  })
  const expired = expiredCodes.includes(problem?.code)
  const state = token === null ? 'none' : expired ? 'expired' : user ? 'opened' : user === null ? 'mailed' : 'looking'
  return { state, problem: expired ? undefined : problem, retry } as const
}

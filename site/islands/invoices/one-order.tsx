import { useEffect, useEffectEvent } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { ActionLink } from '../../components/ui/action-link'
import { type Order, getOrder } from '../../features/order/order'
import { pollOrder } from '../../features/order/poll-order'
import { useSignInMark } from '../../features/account/use-sign-in-mark'
import { fullTitle, href, t } from '../../lib/site'
import { FindOrder, SignInButtons } from './guest-view'
import { OrderView } from './order-view'
import { orderName } from './order-name'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf, type Problem } from '../../features/http/api'
import { inTurn } from '../../lib/browser/in-turn'
import { readToken, removeToken } from '../../lib/navigation/mailed-link'

/** One order with its bookings, money and documents. */
export function OneOrder({ id, onFound }: { id: string; onFound: (order: Order) => void }) {
  const { order, expired, problem, retry, replace } = useOrder(id)
  const title = order && fullTitle(orderName(order))
  usePolledMove(id, order, replace)
  useEffect(() => {
    if (order) onFound(order)
  }, [order, onFound])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <>
      <p className="order-back">
        <ActionLink icon="back" label={t('invoices.all')} href={href('/invoices')} />
      </p>
      {!order && !problem && expired === undefined && <OrdersSkeleton status={t('invoices.loading')} />}
      {order && <OrderView order={order} onChanged={replace} onStale={retry} />}
      {expired !== undefined && <NoAccess expired={expired} />}
      {problem && <LoadFailure problem={problem} onRetry={retry} />}
    </>
  )
}

/** The ways to get access, for visitors who may not see the order, whether or not it exists. */
function NoAccess({ expired }: { expired: boolean }) {
  const signedIn = useSignInMark() !== ''
  return (
    <>
      <div role="alert">
        <EmptyTicket
          icon={expired ? 'mail' : 'search'}
          title={t(expired ? 'findOrder.expired' : 'findOrder.unknown')}
          text={t(expired ? 'findOrder.expiredText' : 'findOrder.unknownText')}
        >
          {!signedIn && <SignInButtons />}
        </EmptyTicket>
      </div>
      <FindOrder />
    </>
  )
}

interface OrderAccess {
  order?: Order
  /** True if the visitor came by an expired link, and has no other access to the order. */
  expired?: boolean
}

/** Fetches an order for its user, its cart or its mailed link; again after signing in. */
function useOrder(id: string) {
  const mark = useSignInMark()
  const { data, problem, retry, replace } = useRequest<OrderAccess>(`${id} ${mark}`, async (signal) => {
    const access = await findOrder(id, readToken('access'), signal)
    if (access.order) removeToken('access')
    return access
  })
  return { ...data, problem, retry, replace: (order: Order) => replace({ order }) }
}

/** Reports whether the payment page of a move is open. It may be paid, and the provider not have reported it yet. */
const awaitsMovePayment = ({ bookings }: Order) => bookings.some(({ pendingMove }) => pendingMove?.paymentUrl)

/** Follows an order while the payment page of a move is open, as the result page does for its first payment. */
function usePolledMove(id: string, order: Order | undefined, replace: (order: Order) => void): void {
  const show = useEffectEvent(replace)
  const polls = order !== undefined && awaitsMovePayment(order)
  useEffect(
    () => (polls ? pollOrder(id, ({ order: now }) => now && show(now), awaitsMovePayment) : undefined),
    [id, polls],
  )
}

async function findOrder(id: string, token: string | null, signal: AbortSignal): Promise<OrderAccess> {
  const allow =
    (...codes: Problem['code'][]) =>
    (error: unknown) => {
      if (!codes.includes(problemOf(error).code)) throw error
    }
  // One tab at a time: two requests without a session would begin two, and the browser keeps only the last one.
  const open = (of: string) => inTurn('order access', () => api('POST', '/orders/access', { body: { token: of } }))
  const opened = token !== null && (await open(token).catch(allow('link_expired', 'invalid')))
  if (opened) return { order: opened }
  // The visitor may still see it: as its user, or in the browser that made it.
  const visible = await getOrder(id, signal).catch(allow('not_found'))
  return visible ? { order: visible } : { expired: token !== null }
}

import { useEffect } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { Icon } from '../../components/ui/icon'
import type { Order } from '../../features/order/order'
import { useSignInMark } from '../../features/account/use-sign-in-mark'
import { fullTitle, site } from '../../lib/site'
import { FindOrder } from './find-order'
import { SignInButtons } from './guest-view'
import { OrderView } from './order-view'
import { nameOf } from './order-name'
import { useOrder } from './use-order'

interface Props {
  id: string
  onFound: (order: Order) => void
}

/** One order with its bookings, money and documents. */
export function OneOrder({ id, onFound }: Props) {
  const { t, href } = site()
  const { order, expired, problem, retry, keep } = useOrder(id)
  const title = order && fullTitle(nameOf(order))
  useEffect(() => {
    if (order) onFound(order)
  }, [order, onFound])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <>
      <p className="order-back">
        <a className="go link" href={href('/invoices')}>
          <Icon name="back" />
          {t('invoices.all')}
        </a>
      </p>
      {!order && !problem && expired === undefined && <OrdersSkeleton status={t('invoices.loading')} />}
      {order && <OrderView order={order} keep={keep} again={retry} />}
      {expired !== undefined && <Hidden expired={expired} />}
      {problem && <LoadFailure problem={problem} onRetry={retry} />}
    </>
  )
}

/** The ways to get access, for visitors who may not see the order, whether or not it exists. */
function Hidden({ expired }: { expired: boolean }) {
  const { t } = site()
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

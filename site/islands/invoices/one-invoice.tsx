import { useEffect } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { InvoicesSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { Icon } from '../../components/ui/icon'
import type { Order } from '../../features/order/order'
import { useSignInMark } from '../../features/account/use-sign-in-mark'
import { fullTitle, site } from '../../lib/site'
import { FindOrder } from './find-order'
import { SignInButtons } from './guest-view'
import { InvoiceView } from './invoice-view'
import { nameOf } from './order-name'
import { useInvoice } from './use-invoice'

interface Props {
  id: string
  onFound: (order: Order) => void
}

/** One order with its bookings, money and documents. */
export function OneInvoice({ id, onFound }: Props) {
  const { t, href } = site()
  const { order, expired, problem, retry, keep } = useInvoice(id)
  const title = order && fullTitle(nameOf(order))
  useEffect(() => {
    if (order) onFound(order)
  }, [order, onFound])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <>
      <p className="invoice-back">
        <a className="go link" href={href('/invoices')}>
          <Icon name="back" />
          {t('invoices.all')}
        </a>
      </p>
      {!order && !problem && expired === undefined && <InvoicesSkeleton status={t('invoices.loading')} />}
      {order && <InvoiceView order={order} keep={keep} again={retry} />}
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

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { InvoicesSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { Icon } from '../../components/ui/icon'
import type { Order } from '../../features/order/order'
import { signInMark } from '../../features/account/session'
import { site } from '../../lib/site'
import { FindOrder } from './find-order'
import { SignInButtons } from './guest-view'
import { InvoiceView } from './invoice-view'
import { nameOf } from './order-name'
import { useInvoice } from './use-invoice'

interface Props {
  id: string
  onFound: (order: Order) => void
}

/** One order with everything that belongs to it. */
export function OneInvoice({ id, onFound }: Props) {
  const { t, href, shell } = site()
  const { order, problem, again, keep } = useInvoice(id)
  const title = order && `${nameOf(order)} | ${shell.name}`
  useEffect(() => {
    if (order) onFound(order)
  }, [order, onFound])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  const hidden = problem?.code === 'not_found' || problem?.code === 'link_expired'
  return (
    <>
      <p className="invoice-back">
        <a className="go link" href={href('/invoices')}>
          <Icon name="back" />
          {t('invoices.all')}
        </a>
      </p>
      {!order && !problem && (
        <>
          <p className="sr-only" role="status">
            {t('invoices.loading')}
          </p>
          <InvoicesSkeleton />
        </>
      )}
      {order && <InvoiceView order={order} keep={keep} again={again} />}
      {hidden && <Hidden expired={problem.code === 'link_expired'} />}
      {problem && !hidden && <LoadFailure problem={problem} onRetry={again} />}
    </>
  )
}

/** What who may not see an order sees: how he might. Whether there is one is not told. */
function Hidden({ expired }: { expired: boolean }) {
  const { t } = site()
  const signedIn = useStore(signInMark) !== ''
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

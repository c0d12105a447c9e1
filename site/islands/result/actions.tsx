import { Button } from '../../components/ui/button'
import { useAction } from '../../features/http/use-action'
import { navigate } from '../../lib/navigation/navigate'
import { paymentAddress, payOrder, retryOrder, type Order } from '../../features/order/order'
import { problemText } from '../../features/http/problems'
import { useSignInMark } from '../../features/account/use-sign-in-mark'
import { site } from '../../lib/site'
import { canRetry, type Outcome } from '../../features/order/outcome'

interface Props {
  order: Order
  outcome: Outcome
  slow: boolean
  again: () => void
}

/** What a visitor can do about a result: the likeliest first. */
export function Actions({ order, outcome, slow, again }: Props) {
  const { t, href, listingPath } = site()
  const { busy, problem, run } = useAction()
  const address = paymentAddress(order.payment.url)
  const retry = () =>
    void run(async () => {
      await retryOrder(order.id)
      navigate('/cart')
    })
  const pay = async () => {
    if (await run(() => payAgain(order.id, again))) again()
  }
  const lost = problem?.code === 'hold_expired' || problem?.code === 'not_possible'
  return (
    <>
      {outcome === 'unpaid' && address && <Button label={t('result.retry')} href={address} />}
      {outcome === 'payment_failed' && order.payment.retryable && !lost && (
        <Button label={t('result.retry')} loading={busy} onClick={() => void pay()} />
      )}
      {outcome === 'reserved' && order.payment.retryable && !lost && (
        <Button label={t('result.payNowCard')} loading={busy} onClick={() => void pay()} />
      )}
      {(lost || canRetry(order)) && <Button label={t('result.backToCart')} loading={busy} onClick={retry} />}
      {outcome === 'in_progress' && <Waiting slow={slow} again={again} address={address} />}
      {(outcome === 'success' || outcome === 'reserved' || outcome === 'on_hold' || outcome === 'partial') && (
        <Booked order={order} />
      )}
      {(outcome === 'unsuccessful' || outcome === 'lapsed' || outcome === 'problem' || outcome === 'cancelled') && (
        <a className="go link" href={href(listingPath)}>
          {t('result.more')}
        </a>
      )}
      <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
    </>
  )
}

/** Links to all bookings of a signed-in user, or to the order, which opens in the browser that placed it. */
function Booked({ order }: { order: Order }) {
  const { t, href } = site()
  const signedIn = useSignInMark() !== ''
  return (
    <a className="go link" href={href(signedIn ? '/invoices' : `/invoices/${encodeURIComponent(order.id)}`)}>
      {t(signedIn ? 'result.bookings' : 'result.booking')}
    </a>
  )
}

/** Goes to the payment page; where that is not there yet, the order is followed until it is. */
async function payAgain(id: string, again: () => void): Promise<void> {
  const order = await payOrder(id)
  const address = paymentAddress(order.payment.url)
  if (address) window.location.assign(address)
  else again()
}

interface WaitingProps {
  slow: boolean
  again: () => void
  address: string | null
}

function Waiting({ slow, again, address }: WaitingProps) {
  const { t } = site()
  return (
    <>
      {slow ? (
        <Button label={t('result.refresh')} onClick={again} />
      ) : (
        <span className="button-spinner" aria-hidden="true" />
      )}
      {slow && address && (
        <a className="go link" href={address}>
          {t('result.payNow')}
        </a>
      )}
    </>
  )
}

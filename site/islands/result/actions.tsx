import { ActionLink } from '../../components/ui/action-link'
import { Button } from '../../components/ui/button'
import { useAction } from '../../features/http/use-action'
import { navigate } from '../../lib/navigation/navigate'
import { paymentAddress, payOrder, retryOrder, type Order } from '../../features/order/order'
import { problemText } from '../../features/http/problems'
import { useSignInMark } from '../../features/account/use-sign-in-mark'
import { href, site, t } from '../../lib/site'
import { canRetry, type OrderOutcome } from '../../features/order/outcome'

interface Props {
  order: Order
  outcome: OrderOutcome
  slow: boolean
  refresh: () => void
}

const bookedOutcomes: OrderOutcome[] = ['success', 'reserved', 'arranged', 'on_hold', 'partial']
const endedOutcomes: OrderOutcome[] = ['unsuccessful', 'lapsed', 'problem', 'cancelled']
/** The labels of the button that pays, where an order can be paid again. */
const retryTexts = { payment_failed: 'result.retry', reserved: 'result.payNowCard' } as const

/** The actions of a result, the likeliest first. */
export function Actions({ order, outcome, slow, refresh }: Props) {
  const { listingPath } = site()
  const { busy, problem, run } = useAction()
  const address = paymentAddress(order.payment.url)
  const retry = () =>
    void run(async () => {
      await retryOrder(order.id)
      navigate('/cart')
    })
  const pay = async () => {
    if (await run(() => payAgain(order.id, refresh))) refresh()
  }
  const retryText = outcome === 'payment_failed' || outcome === 'reserved' ? retryTexts[outcome] : undefined
  const isWaiting = outcome === 'in_progress'
  const holdEnded = problem?.code === 'hold_expired' || problem?.code === 'not_possible'
  return (
    <>
      {outcome === 'unpaid' && address && <Button label={t('result.retry')} href={address} />}
      {retryText && order.payment.retryable && !holdEnded && (
        <Button label={t(retryText)} loading={busy} onClick={() => void pay()} />
      )}
      {(holdEnded || canRetry(order)) && <Button label={t('result.backToCart')} loading={busy} onClick={retry} />}
      {isWaiting && !slow && <span className="button-spinner" aria-hidden="true" />}
      {isWaiting && slow && <Button label={t('result.refresh')} onClick={refresh} />}
      {isWaiting && slow && address && <ActionLink label={t('result.payNow')} href={address} />}
      {bookedOutcomes.includes(outcome) && <BookingsLink order={order} />}
      {endedOutcomes.includes(outcome) && <ActionLink label={t('result.more')} href={href(listingPath)} />}
      <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
    </>
  )
}

/** Links to all bookings of a signed-in user, or to the order, which opens in the browser that placed it. */
function BookingsLink({ order }: { order: Order }) {
  const signedIn = useSignInMark() !== ''
  return (
    <ActionLink
      label={t(signedIn ? 'result.bookings' : 'result.booking')}
      href={href(signedIn ? '/invoices' : `/invoices/${encodeURIComponent(order.id)}`)}
    />
  )
}

/** Opens the payment page; until it exists, the order is polled. */
async function payAgain(id: string, refresh: () => void): Promise<void> {
  const order = await payOrder(id)
  const address = paymentAddress(order.payment.url)
  if (address) window.location.assign(address)
  else refresh()
}

import '../../features/order/booking.css'
import '../../features/forms/fields.css'
import { useEffect, useState, useCallback } from 'react'
import { ContactLinks } from '../../components/blocks/contact-links'
import { ResultFallback } from './fallback'
import { ResultTicket } from './result-ticket'
import { Button } from '../../components/ui/button'
import type { Problem } from '../../features/http/api'
import { problemText } from '../../features/http/problems'
import { fullTitle, href, t } from '../../lib/site'
import { type PolledOrder, pollOrder } from '../../features/order/poll-order'
import { OrderView } from './order-view'
import { outcomeOf } from '../../features/order/outcome'
import type { Outcome } from '../../lib/payload.gen'
import { resultText } from './result-text'
import { loadCart } from '../../features/cart/cart'
import { cartCount } from '../../features/cart/cart-count'
import { resultPath, type OrderResult } from '../../features/order/order'
import { saveGuest } from '../../features/cart/guest'
import { clearIdempotencyKey } from '../../features/order/idempotency-key'

interface Props {
  /** Which of the result pages this is. */
  page: Outcome
}

/** The result of a checkout. */
export function ResultIsland({ page }: Props) {
  const [id] = useState(orderId)
  const { state, refresh } = useOrder(id)
  const { order, slow = false } = state
  const problem = id === null ? notFound : state.problem
  const title = titleOf({ order, problem }, page)
  useEffect(() => {
    if (title) document.title = fullTitle(title)
  }, [title])
  return (
    <>
      <p className="sr-only" role="status">
        {title}
      </p>
      {order && <OrderView order={order} page={page} slow={slow} refresh={refresh} />}
      {!order && problem && <NoOrder problem={problem} refresh={refresh} />}
      {!order && !problem && <ResultFallback />}
    </>
  )
}

const notFound: Problem = { status: 404, code: 'not_found' }

/** Returns the title of a result page; undefined while the outcome is unknown. */
function titleOf({ order, problem }: PolledOrder, page: Outcome): string | undefined {
  if (order) return resultText(outcomeOf(order, page)).title
  return problem && t(problem.code === 'not_found' ? 'result.unknown' : 'result.unreachable')
}

function NoOrder({ problem, refresh }: { problem: Problem; refresh: () => void }) {
  const unknown = problem.code === 'not_found'
  return (
    <ResultTicket
      look="error"
      title={t(unknown ? 'result.unknown' : 'result.unreachable')}
      text={unknown ? t('result.unknownText') : problemText(problem)}
      actions={
        unknown ? (
          <>
            <a className="button button-primary" href={href('/cart')}>
              {t('result.toCart')}
            </a>
            <p className="small muted">{t('result.help')}</p>
            <ContactLinks />
          </>
        ) : (
          <Button label={t('result.retry')} onClick={refresh} />
        )
      }
    />
  )
}

/** Returns the order's id in the address; null without one. */
function orderId(): string | null {
  return new URLSearchParams(window.location.search).get('order') || null
}

/** Follows an order; `refresh` restarts the polling. */
function useOrder(id: string | null) {
  const [state, setState] = useState<PolledOrder>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => (id === null ? undefined : pollOrder(id, setState)), [id, attempt])
  const refresh = useCallback(() => {
    setState((before) => ({ order: before.order }))
    setAttempt((before) => before + 1)
  }, [])
  const result = state.order?.result
  useEffect(() => {
    if (result) applyResult(result)
  }, [result])
  return { state, refresh }
}

/** Updates address and cart for a result. */
function applyResult(result: OrderResult): void {
  const path = resultPath(result)
  if (path === null) return
  window.history.replaceState(window.history.state, '', href(path) + window.location.search)
  clearIdempotencyKey()
  if (result === 'failed') return
  saveGuest(undefined)
  cartCount.set(0) // the visitor may leave the page before the cart is fetched
  loadCart().catch(() => {})
}

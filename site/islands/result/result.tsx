import '../../features/order/booking.css'
import '../../features/forms/fields.css'
import { useEffect, useState } from 'react'
import { ContactWays } from '../../components/blocks/contact-ways'
import { ResultFallback } from './fallback'
import { ResultTicket } from './result-ticket'
import { Button } from '../../components/ui/button'
import type { Problem } from '../../features/http/api'
import { problemText } from '../../features/http/problems'
import { fullTitle, site } from '../../lib/site'
import type { Seen } from './poll-order'
import { OrderView } from './order-view'
import { outcomeOf } from '../../features/order/outcome'
import type { Outcome } from '../../lib/payload.gen'
import { orderId, useOrder } from './use-order'
import { resultText } from './result-text'

interface Props {
  /** Which of the result pages this is. */
  page: Outcome
}

/** The result of a checkout. */
export function ResultIsland({ page }: Props) {
  const [id] = useState(orderId)
  const { seen, again } = useOrder(id)
  const { order, slow = false } = seen
  const problem = id === null ? notFound : seen.problem
  const title = titleOf({ order, problem }, page)
  useEffect(() => {
    if (title) document.title = fullTitle(title)
  }, [title])
  return (
    <>
      <p className="sr-only" role="status">
        {title}
      </p>
      {order && <OrderView order={order} page={page} slow={slow} again={again} />}
      {!order && problem && <NoOrder problem={problem} again={again} />}
      {!order && !problem && <ResultFallback />}
    </>
  )
}

const notFound: Problem = { status: 404, code: 'not_found' }

/** Returns the title of a result page; undefined while the outcome is unknown. */
function titleOf({ order, problem }: Seen, page: Outcome): string | undefined {
  const { t } = site()
  if (order) return resultText(outcomeOf(order, page)).title
  return problem && t(problem.code === 'not_found' ? 'result.unknown' : 'result.unreachable')
}

function NoOrder({ problem, again }: { problem: Problem; again: () => void }) {
  const { t, href } = site()
  if (problem.code !== 'not_found') {
    return (
      <ResultTicket
        look="error"
        title={t('result.unreachable')}
        text={problemText(problem)}
        actions={<Button label={t('result.retry')} onClick={again} />}
      />
    )
  }
  return (
    <ResultTicket
      look="error"
      title={t('result.unknown')}
      text={t('result.unknownText')}
      actions={
        <>
          <a className="button button-primary" href={href('/cart')}>
            {t('result.toCart')}
          </a>
          <p className="small muted">{t('result.help')}</p>
          <ContactWays />
        </>
      }
    />
  )
}

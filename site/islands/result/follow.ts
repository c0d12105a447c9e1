import { problemOf, type Problem } from '../../features/http/api'
import { getOrder, type Order } from '../../features/order/order'

/** What is known of an order. */
export interface Seen {
  order?: Order
  /** Why it is not known, or not known anew. */
  problem?: Problem
  /** It is in progress, and nobody asks any more. */
  slow?: boolean
}

const firstWait = 1500
const longestWait = 5000
const giveUpAfter = 120_000

/** Asks for an order until it has a result, ever more seldom, and tells what is seen. Returns what stops it. */
export function follow(id: string, tell: (seen: Seen) => void): () => void {
  const since = Date.now()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let last: Order | undefined

  const ask = async () => {
    const problem = await getOrder(id).then(
      (order) => void (last = order),
      (error: unknown) => problemOf(error),
    )
    if (stopped) return
    const open = last?.result === 'in_progress'
    const gone = problem?.code === 'not_found'
    const slow = open && !gone && Date.now() - since + wait > giveUpAfter
    tell(last && !gone ? { order: last, slow } : { problem })
    if (!open || gone || slow) return
    timer = setTimeout(() => void ask(), wait)
    wait = Math.min(wait * 1.4, longestWait)
  }
  void ask()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

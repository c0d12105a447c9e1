import { problemOf, type Problem } from '../http/api'
import { getOrder, type Order } from './order'

/** The state of an order that is being followed. */
export interface PolledOrder {
  order?: Order
  /** Why the last request failed. */
  problem?: Problem
  /** The order is open, and polling has ended. */
  slow?: boolean
}

const firstWait = 1500
const longestWait = 5000
const giveUpAfter = 120_000

/**
 * Polls an order with growing pauses while it is open, and reports each state. Returns a function that stops it.
 */
export function pollOrder(
  id: string,
  report: (seen: PolledOrder) => void,
  isOpen: (order: Order) => boolean = ({ result }) => result === 'in_progress',
): () => void {
  const since = Date.now()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let last: Order | undefined

  const poll = async () => {
    const problem = await getOrder(id).then(
      (order) => void (last = order),
      (error: unknown) => problemOf(error),
    )
    if (stopped) return
    const open = last !== undefined && isOpen(last)
    const gone = problem?.code === 'not_found'
    const slow = open && !gone && Date.now() - since + wait > giveUpAfter
    report(last && !gone ? { order: last, slow } : { problem })
    if (!open || gone || slow) return
    timer = setTimeout(() => void poll(), wait)
    wait = Math.min(wait * 1.4, longestWait)
  }
  void poll()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

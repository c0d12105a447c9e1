import { useRef } from 'react'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf, type Problem } from '../../features/http/api'
import { takeToken } from '../../lib/navigation/mailed-link'
import { getOrder, type Order } from '../../features/order/order'
import { useSignInMark } from '../../features/account/use-sign-in-mark'

interface Known {
  order?: Order
  /** True if the visitor came by an expired link, and has no other access to the order. */
  expired?: boolean
}

/** Fetches an order for its user, its cart or its mailed link; again after signing in. */
export function useOrder(id: string) {
  const token = useRef<string | null>(undefined)
  const mark = useSignInMark()
  const {
    data = {},
    problem,
    retry,
    keep,
  } = useRequest<Known>(`${id} ${mark}`, async (signal) => {
    if (token.current === undefined) token.current = takeToken('access')
    const known = await find(id, token.current, signal)
    if (known.order) token.current = null // The link is used up.
    return known
  })
  return { ...data, problem, retry, keep: (order: Order) => keep({ order }) }
}

async function find(id: string, token: string | null, signal: AbortSignal): Promise<Known> {
  const failed =
    (...codes: Problem['code'][]) =>
    (error: unknown) => {
      if (!codes.includes(problemOf(error).code)) throw error
    }
  const open = (of: string) => api('POST', '/orders/access', { body: { token: of } })
  const opened = token !== null && (await open(token).catch(failed('link_expired', 'invalid')))
  if (opened) return { order: opened }
  // The visitor may still see it: as its user, or in the browser that made it.
  const seen = await getOrder(id, signal).catch(failed('not_found'))
  return seen ? { order: seen } : { expired: token !== null }
}

import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { problemOf, type Problem } from '../../features/http/api'
import { takeToken } from '../../lib/navigation/mailed-link'
import { getOrder, openOrder, type Order } from '../../features/order/order'
import { signInMark } from '../../features/account/session'

interface Known {
  order?: Order
  /** Why it is not known; `link_expired` where its visitor came by a link that opens nothing any more. */
  problem?: Problem
}

/** An order that its visitor may see: as its user, from its cart, or by its mailed link. Signing in may let him. */
export function useInvoice(id: string) {
  const [known, setKnown] = useState<Known>({})
  const [turn, setTurn] = useState(0)
  const token = useRef<string | null>(undefined)
  const who = useStore(signInMark)
  useEffect(() => {
    let stopped = false
    if (token.current === undefined) token.current = takeToken('access')
    const link = token.current
    look(id, link).then((found) => {
      if (stopped) return
      // It has done what it can.
      if (found.order) token.current = null
      setKnown(found)
    })
    return () => {
      stopped = true
    }
  }, [id, turn, who])
  const again = () => {
    setKnown({})
    setTurn((before) => before + 1)
  }
  const keep = (order: Order) => setKnown({ order })
  return { ...known, again, keep }
}

async function look(id: string, token: string | null): Promise<Known> {
  if (token === null) return settle(getOrder(id))
  const opened = await settle(openOrder(token))
  if (opened.problem?.code !== 'link_expired' && opened.problem?.code !== 'invalid') return opened
  // He may see it all the same: as its user, or where it was made.
  const seen = await settle(getOrder(id))
  return seen.problem?.code === 'not_found' ? { problem: { ...opened.problem, code: 'link_expired' } } : seen
}

function settle(order: Promise<Order>): Promise<Known> {
  return order.then(
    (order) => ({ order }),
    (error: unknown) => ({ problem: problemOf(error) }),
  )
}

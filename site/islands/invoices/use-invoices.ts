import { useCallback, useEffect, useState } from 'react'
import { problemOf, type Problem } from '../../features/http/api'
import { listInvoices, type Order } from '../../features/order/order'
import { keepUser } from '../../features/account/session'

interface Known {
  /** Undefined until the first page has come. */
  orders?: Order[]
  /** Names the page after those. */
  next?: string
}

/** The signed-in user's orders, page by page. */
export function useInvoices() {
  const [known, setKnown] = useState<Known>({})
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)

  const load = useCallback(
    (before?: string) =>
      listInvoices(before).then(
        ({ invoices, next }) => setKnown(({ orders = [] }) => ({ orders: [...orders, ...invoices], next })),
        (error: unknown) => {
          const failure = problemOf(error)
          // The session has ended without this browser's doing.
          if (failure.code === 'signed_out') keepUser(null)
          setProblem(failure)
        },
      ),
    [],
  )
  useEffect(() => void load(), [load])
  const more = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    await load(known.next)
    setBusy(false)
  }
  return { ...known, problem, busy, more }
}

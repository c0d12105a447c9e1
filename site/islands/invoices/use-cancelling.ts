import { useCallback, useEffect, useState } from 'react'
import { problemOf, type Problem } from '../../features/http/api'
import { cancelBooking, quoteCancellation, type CancellationQuote, type Order } from '../../features/order/order'

/** What cancelling gives back, asked for at once, and the cancelling itself. */
export function useCancelling(order: string, booking: string, onCancelled: (order: Order) => void) {
  const [quote, setQuote] = useState<CancellationQuote>()
  const [problem, setProblem] = useState<Problem>()
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)

  const ask = useCallback(
    () =>
      quoteCancellation(order, booking).then(
        (now) => {
          setQuote(now)
          setProblem(undefined)
        },
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [order, booking],
  )
  useEffect(() => void ask(), [ask])
  const confirm = async () => {
    if (!quote || busy) return
    setBusy(true)
    setChanged(false)
    setProblem(undefined)
    try {
      onCancelled(await cancelBooking(order, booking, quote.refund))
    } catch (error) {
      const failure = problemOf(error)
      setChanged(failure.code === 'price_changed')
      if (failure.code === 'price_changed') await ask()
      else setProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  return { quote, problem, changed, busy, ask, confirm }
}

import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { problemOf, type Problem } from '../http/api'
import { cart, loadCart, takeAgreedPrice } from './cart'
import { takeToken } from '../../lib/navigation/mailed-link'

/**
 * The cart, asked for when the island wakes and when the browser brings back a page that it had put aside. Who comes by
 * the mailed answer to a request for a price finds it in the cart, or is told that the price has ended.
 */
export function useCart() {
  const now = useStore(cart)
  const [problem, setProblem] = useState<Problem>()
  const [token, setToken] = useState(() => takeToken('negotiation'))
  const [ended, setEnded] = useState(false)
  const load = useCallback(
    () =>
      (token ? takeAgreedPrice(token) : loadCart()).then(
        () => {
          setProblem(undefined)
          setToken(null)
        },
        (error: unknown) => {
          const failure = problemOf(error)
          const gone = token !== null && ['link_expired', 'not_found', 'invalid', 'sold_out'].includes(failure.code)
          if (!gone) return setProblem(failure)
          setEnded(true)
          setToken(null) // the cart itself is asked for then
        },
      ),
    [token],
  )
  useEffect(() => {
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void load()
    }
    void load()
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [load])
  return { cart: now, problem, load, ended }
}

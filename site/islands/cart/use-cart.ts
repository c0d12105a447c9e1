import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { problemOf, type Problem } from '../../lib/api'
import { cart, loadCart } from '../../lib/cart'

/** The cart, asked for when the island wakes and when the browser brings back a page that it had put aside. */
export function useCart() {
  const now = useStore(cart)
  const [problem, setProblem] = useState<Problem>()
  const load = useCallback(
    () =>
      loadCart().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [],
  )
  useEffect(() => {
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void load()
    }
    void load()
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [load])
  return { cart: now, problem, load }
}

import type { Problem } from '../lib/api'
import { site } from '../lib/site'
import { BookingSkeleton } from './booking-skeleton'
import { LoadFailure } from './load-failure'

interface Props {
  /** Why the cart cannot be had. */
  problem?: Problem
  onRetry: () => void
}

/** What stands where a cart will, until it has come. */
export function CartWait({ problem, onRetry }: Props) {
  if (problem) return <LoadFailure problem={problem} onRetry={onRetry} />
  return (
    <>
      <p className="sr-only" role="status">
        {site().t('cart.loading')}
      </p>
      <BookingSkeleton />
    </>
  )
}

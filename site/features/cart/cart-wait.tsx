import type { ReactNode } from 'react'
import type { Problem } from '../http/api'
import { site } from '../../lib/site'
import { LoadFailure } from '../http/load-failure'

interface Props {
  /** The text of an empty cart. */
  empty: ReactNode
  /** Why the cart cannot be fetched. */
  problem?: Problem
  onRetry: () => void
}

/** The cart while it is fetched. */
export function CartWait({ empty, problem, onRetry }: Props) {
  if (problem) return <LoadFailure problem={problem} onRetry={onRetry} />
  return (
    <>
      <p className="sr-only" role="status">
        {site().t('cart.loading')}
      </p>
      <CartPlace empty={empty} />
    </>
  )
}

/** A skeleton of the cart; the text of an empty cart if the browser remembers it as empty. */
export function CartPlace({ empty }: Pick<Props, 'empty'>) {
  return (
    <>
      <div className="cart-known-empty">{empty}</div>
      <div className="booking-grid skeleton" aria-hidden="true">
        <div>
          <p className="skeleton-ticket" />
          <p className="skeleton-ticket" />
        </div>
        <div>
          <p className="skeleton-ticket skeleton-side" />
        </div>
      </div>
    </>
  )
}

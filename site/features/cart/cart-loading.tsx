import type { ReactNode } from 'react'
import type { Problem } from '../http/api'
import { t } from '../../lib/site'
import { CartSkeleton } from './cart-skeleton'
import { LoadFailure } from '../http/load-failure'

interface Props {
  /** The text of an empty cart. */
  empty: ReactNode
  /** Why the cart cannot be fetched. */
  problem?: Problem
  onRetry: () => void
}

/** The cart or the checkout while it is fetched; if that fails, why. */
export function CartLoading({ empty, problem, onRetry }: Props) {
  if (problem) return <LoadFailure problem={problem} onRetry={onRetry} />
  return (
    <>
      <p className="sr-only" role="status">
        {t('cart.loading')}
      </p>
      <CartSkeleton empty={empty} />
    </>
  )
}

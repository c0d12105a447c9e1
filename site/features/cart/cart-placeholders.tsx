import type { ReactNode } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { NoScript } from '../../components/blocks/no-script'
import { site, t } from '../../lib/site'
import type { Problem } from '../http/api'
import { LoadFailure } from '../http/load-failure'

interface Props {
  /** The text of an empty cart. */
  empty: ReactNode
}

/** The cart or the checkout before its script: a skeleton, or a text for visitors without scripts. */
export function CartFallback({ empty, noScript }: Props & { noScript: string }) {
  return (
    <>
      <CartSkeleton empty={empty} />
      <NoScript text={noScript} />
    </>
  )
}

interface LoadingProps extends Props {
  /** Why the cart cannot be fetched. */
  problem?: Problem
  onRetry: () => void
}

/** The cart or the checkout while it is fetched; if that fails, why. */
export function CartLoading({ empty, problem, onRetry }: LoadingProps) {
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

/** A skeleton of the cart; the text of an empty cart if the browser remembers it as empty. */
function CartSkeleton({ empty }: Props) {
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

/** The text of an empty cart. */
export function EmptyCart() {
  const { listingPath } = site()
  return (
    <EmptyTicket
      icon="ticket"
      title={t('cart.empty')}
      text={t('cart.emptyText')}
      action={{ path: listingPath, label: t('cart.browse') }}
    />
  )
}

/** The text of a checkout with an empty cart. */
export function EmptyCheckout() {
  return (
    <EmptyTicket
      icon="ticket"
      title={t('checkout.empty')}
      text={t('checkout.emptyText')}
      action={{ path: '/cart', label: t('nav.cart') }}
    />
  )
}

import type { ReactNode } from 'react'

interface Props {
  /** The text of an empty cart. */
  empty: ReactNode
}

/** A skeleton of the cart; the text of an empty cart if the browser remembers it as empty. */
export function CartSkeleton({ empty }: Props) {
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

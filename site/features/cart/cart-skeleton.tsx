import type { ReactNode } from 'react'

/** A skeleton of the cart; the text of an empty cart if the browser remembers it as empty. */
export function CartSkeleton({ empty }: { empty: ReactNode }) {
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

import type { ReactNode } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import type { Price } from '../../lib/payload.gen'

interface Props {
  price?: Price
  /** Stands in place of the price. */
  title?: string
  /** True if the page has the same above, for the page's text without HTML (internal/build/textpage). */
  repeats?: boolean
  /** The one action. */
  children: ReactNode
}

/** The bar at the foot of a product's page on narrow screens. */
export function BuyBar({ price, title, repeats, children }: Props) {
  return (
    <div className="buy-bar" data-repeats={repeats ? '' : undefined}>
      {title ? (
        <p className="strong">{title}</p>
      ) : (
        <p className="price">
          <PriceFrom price={price} />
        </p>
      )}
      {children}
    </div>
  )
}

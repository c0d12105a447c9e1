import type { ReactNode } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import type { Price } from '../../lib/payload.gen'

interface Props {
  price?: Price
  /** Stands in place of the price. */
  title?: string
  /** Set if the page has the same text above: its Markdown then leaves the bar out. */
  pageOnly?: boolean
  /** The one action. */
  children: ReactNode
}

/** The bar at the foot of a product's page on narrow screens. */
export function BuyBar({ price, title, pageOnly, children }: Props) {
  return (
    <div className="buy-bar" data-page-only={pageOnly ? '' : undefined}>
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

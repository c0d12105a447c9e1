import type { ReactNode } from 'react'
import type { Currency } from './booking'
import { t } from '../../lib/site'
import { Sum } from './sum'

interface Props {
  currency: Currency
  original: number
  /** Reduced prices and promo code together. */
  discount: number
  promo?: { code: string; discount: number }
  /** The amount that was never charged: not booked, or cancelled in time. */
  dropped?: number
  total: number
  /** The label of the total. */
  label: string
  /** Whether the amounts are those of an order, which were charged. */
  exact?: boolean
  /** The button beside the promo code that drops it. */
  removePromo?: ReactNode
}

/** The sums of a total: original price, discount, promo code, amount to pay. */
export function Sums({ currency, original, discount, promo, dropped = 0, total, label, exact, removePromo }: Props) {
  const reduced = discount - (promo?.discount ?? 0)
  const sum = { currency, exact }
  return (
    <ul className="sums">
      {discount + dropped > 0 && <Sum {...sum} text={t('cart.original')} amount={original} />}
      {reduced > 0 && <Sum {...sum} className="sums-off" text={t('cart.discount')} amount={-reduced} />}
      {promo && (
        <Sum
          {...sum}
          className="sums-off"
          text={
            <>
              {t('cart.promo', { code: promo.code })} {removePromo}
            </>
          }
          amount={promo.discount > 0 ? -promo.discount : undefined}
        />
      )}
      {dropped > 0 && <Sum {...sum} className="sums-off" text={t('cart.dropped')} amount={-dropped} />}
      <Sum {...sum} className="sums-total" text={label} amount={total} />
    </ul>
  )
}

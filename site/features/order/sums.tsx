import type { ReactNode } from 'react'
import { moneyIn, type Currency } from './booking'
import { site } from '../../lib/site'
import { Amount } from '../../components/ui/amount'

interface Props {
  currency: Currency
  original: number
  /** Reduced prices and promo code together. */
  discount: number
  promo?: { code: string; discount: number }
  /** What was never charged: not booked, or cancelled in time. */
  dropped?: number
  total: number
  /** What the total is called. */
  label: string
  /** They are an order's: what was charged. */
  exact?: boolean
  /** Stands beside the promo code: what drops it. */
  dropPromo?: ReactNode
}

/** How a total comes about: original price, discount, promo code, what is to be paid. */
export function Sums({ currency, original, discount, promo, dropped = 0, total, label, exact, dropPromo }: Props) {
  const { t } = site()
  const reduced = discount - (promo?.discount ?? 0)
  return (
    <ul className="sums">
      {discount + dropped > 0 && (
        <li>
          <span>{t('cart.original')}</span>
          <Amount exact={exact} money={moneyIn(currency, original)} />
        </li>
      )}
      {reduced > 0 && (
        <li className="sums-off">
          <span>{t('cart.discount')}</span>
          <Amount exact={exact} money={moneyIn(currency, -reduced)} />
        </li>
      )}
      {promo && (
        <li className="sums-off">
          <span>
            {t('cart.promo', { code: promo.code })} {dropPromo}
          </span>
          {promo.discount > 0 && <Amount exact={exact} money={moneyIn(currency, -promo.discount)} />}
        </li>
      )}
      {dropped > 0 && (
        <li className="sums-off">
          <span>{t('cart.dropped')}</span>
          <Amount exact={exact} money={moneyIn(currency, -dropped)} />
        </li>
      )}
      <li className="sums-total">
        <span>{label}</span>
        <Amount exact={exact} money={moneyIn(currency, total)} />
      </li>
    </ul>
  )
}

import { CartFallback, EmptyCart } from '../../features/cart/cart-placeholders'
import { Island } from '../../components/island'
import { t } from '../../lib/site'

export function Page() {
  return (
    <div className="wrap">
      <h1 className="booking-title">{t('cart.title')}</h1>
      <Island name="cart" fallback={<CartFallback empty={<EmptyCart />} noScript={t('cart.noScript')} />} />
    </div>
  )
}

import { CartFallback, EmptyCheckout } from '../../features/cart/cart-placeholders'
import { Island } from '../../components/island'
import { t } from '../../lib/site'

export function Page() {
  return (
    <div className="wrap">
      <h1 className="booking-title">{t('checkout.title')}</h1>
      <Island name="checkout" fallback={<CartFallback empty={<EmptyCheckout />} noScript={t('checkout.noScript')} />} />
    </div>
  )
}

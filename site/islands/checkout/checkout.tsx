import '../../styles/booking.css'
import { CartWait } from '../../components/cart-wait'
import { EmptyTicket } from '../../components/empty-state'
import { site } from '../../lib/site'
import { useCart } from '../cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** From the cart to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { t } = site()
  const { cart, problem, load } = useCart()
  if (!cart) return <CartWait problem={problem} onRetry={() => void load()} />
  if (cart.items.length > 0) return <CheckoutForm cart={cart} />
  return (
    <EmptyTicket
      icon="ticket"
      title={t('checkout.empty')}
      text={t('checkout.emptyText')}
      action={{ path: '/cart', label: t('nav.cart') }}
    />
  )
}

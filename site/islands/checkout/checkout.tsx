import '../../styles/booking.css'
import '../../styles/checkout.css'
import { CartWait } from '../../components/cart-wait'
import { EmptyCheckout } from '../../components/empty-cart'
import { useCart } from '../cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** From the cart to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, load } = useCart()
  if (!cart) return <CartWait empty={<EmptyCheckout />} problem={problem} onRetry={() => void load()} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

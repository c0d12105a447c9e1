import '../../styles/booking.css'
import '../../styles/checkout.css'
import { CartWait } from '../../features/cart/cart-wait'
import { EmptyCheckout } from '../../features/cart/empty-cart'
import { useCart } from '../../features/cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** From the cart to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, load } = useCart()
  if (!cart) return <CartWait empty={<EmptyCheckout />} problem={problem} onRetry={() => void load()} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

import '../../styles/booking.css'
import '../../styles/checkout.css'
import { CartWait } from '../../components/cart-wait'
import { EmptyCheckout } from '../../components/empty-cart'
import { useCart } from '../cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** From the cart to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, retry } = useCart()
  if (!cart) return <CartWait empty={<EmptyCheckout />} problem={problem} onRetry={retry} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

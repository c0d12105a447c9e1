import '../../features/order/booking.css'
import './checkout.css'
import { CartLoading } from '../../features/cart/cart-loading'
import { EmptyCheckout } from '../../features/cart/empty-cart'
import { useCart } from '../../features/cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** The checkout: it leads to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, retry } = useCart()
  if (!cart) return <CartLoading empty={<EmptyCheckout />} problem={problem} onRetry={retry} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

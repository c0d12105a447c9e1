import '../../styles/booking.css'
import { BlankTicket } from '../../components/blank-ticket'
import { BookingSkeleton } from '../../components/booking-skeleton'
import { LoadFailure } from '../../components/load-failure'
import { site } from '../../lib/site'
import { useCart } from '../cart/use-cart'
import { CheckoutForm } from './checkout-form'

/** From the cart to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { t } = site()
  const { cart, problem, load } = useCart()
  if (!cart && problem) return <LoadFailure problem={problem} onRetry={() => void load()} />
  if (!cart) {
    return (
      <>
        <p className="sr-only" role="status">
          {t('cart.loading')}
        </p>
        <BookingSkeleton />
      </>
    )
  }
  if (cart.items.length > 0) return <CheckoutForm cart={cart} />
  return (
    <BlankTicket
      title={t('checkout.empty')}
      text={t('checkout.emptyText')}
      action={{ path: '/cart', label: t('nav.cart') }}
    />
  )
}

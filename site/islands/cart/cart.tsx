import '../../features/order/booking.css'
import './cart.css'
import { CartLoading } from '../../features/cart/cart-loading'
import { EmptyCart } from '../../features/cart/empty-cart'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'
import { FullCart } from './full-cart'
import { Items, useRemoved } from './items'
import { useCart } from '../../features/cart/use-cart'

/** The cart: its items, the lead traveller and the total. */
export function CartIsland() {
  const { t } = site()
  const { cart, problem, retry, ended } = useCart()
  const kept = useRemoved()
  if (!cart) return <CartLoading empty={<EmptyCart />} problem={problem} onRetry={retry} />
  const notice = (
    <div role="status">
      {ended && (
        <div className="notice outcome outcome-changed">
          <Icon name="info" />
          <p>{t('cart.agreedEnded')}</p>
        </div>
      )}
    </div>
  )
  if (cart.items.length > 0) {
    return (
      <>
        {notice}
        <FullCart cart={cart} kept={kept} />
      </>
    )
  }
  return (
    <>
      {notice}
      <Items cart={cart} {...kept} />
      <EmptyCart />
    </>
  )
}

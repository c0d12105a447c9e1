import '../../features/order/booking.css'
import './checkout.css'
import { ActionLink } from '../../components/ui/action-link'
import { CartLoading, EmptyCheckout } from '../../features/cart/cart-placeholders'
import { useCart } from '../../features/cart/use-cart'
import { OutcomeNotice } from '../../features/cart/outcome-notice'
import type { Cart } from '../../features/cart/cart'
import { href, t } from '../../lib/site'
import { BuyerFields } from './buyer-fields'
import { Methods, paysNow } from './methods'
import { OrderPanel } from './order-panel'
import { Pickups } from './pickups'
import { useCheckout } from './use-checkout'

/** The checkout: it leads to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, retry } = useCart()
  if (!cart) return <CartLoading empty={<EmptyCheckout />} problem={problem} onRetry={retry} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

function CheckoutForm({ cart }: { cart: Cart }) {
  const { form, method, setMethod, remember, setRemember, failure, problem, working, submit } = useCheckout(cart)
  return (
    <form className="booking-grid" noValidate aria-busy={working} onSubmit={(event) => void submit(event)}>
      <div className="checkout-main">
        <Steps withPayment={paysNow(cart, method)} />
        <div role="status">
          {cart.outcome !== 'all_available' && (
            <OutcomeNotice cart={cart}>
              <ActionLink label={t('checkout.toReview')} href={href('/cart')} />
            </OutcomeNotice>
          )}
        </div>
        <div role="alert">
          {failure.guest && (
            <div className="notice outcome-changed">
              <p>
                {t('checkout.guestWrong')} <ActionLink label={t('checkout.guestEdit')} href={href('/cart#guest')} />
              </p>
            </div>
          )}
        </div>
        <BuyerFields form={form} remember={remember} onRemember={setRemember} />
        <Pickups items={cart.items} errors={failure.fields} />
        <Methods cart={cart} value={method} onChange={setMethod} error={failure.method} />
      </div>
      <div className="booking-side">
        <OrderPanel cart={cart} method={method} working={working} problem={problem} />
      </div>
    </form>
  )
}

/** The steps of a booking. Checkout is the first. */
function Steps({ withPayment }: { withPayment: boolean }) {
  const next = withPayment ? (['payment', 'done'] as const) : (['done'] as const)
  return (
    <ol className="steps" aria-label={t('checkout.steps')}>
      <li aria-current="step">{t('checkout.step.details')}</li>
      {next.map((step) => (
        <li key={step}>{t(`checkout.step.${step}`)}</li>
      ))}
    </ol>
  )
}

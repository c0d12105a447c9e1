import { OutcomeNotice } from '../../features/cart/outcome-notice'
import type { Cart } from '../../features/cart/cart'
import { site } from '../../lib/site'
import { BuyerFields } from './buyer-fields'
import { Methods, paysNow } from './methods'
import { OrderPanel } from './order-panel'
import { Pickups } from './pickups'
import { Steps } from './steps'
import { useCheckout } from './use-checkout'

interface Props {
  cart: Cart
}

export function CheckoutForm({ cart }: Props) {
  const { form, method, setMethod, remember, setRemember, trouble, problem, working, submit } = useCheckout(cart)
  return (
    <form className="booking-grid" noValidate aria-busy={working} onSubmit={(event) => void submit(event)}>
      <div className="checkout-main">
        <Steps withPayment={paysNow(cart, method)} />
        <div role="status">
          {cart.outcome !== 'all_available' && (
            <OutcomeNotice cart={cart}>
              <CartLink path="/cart" label="checkout.toReview" />
            </OutcomeNotice>
          )}
        </div>
        <div role="alert">{trouble.guest && <GuestTrouble />}</div>
        <BuyerFields form={form} remember={remember} onRemember={setRemember} />
        <Pickups items={cart.items} errors={trouble.fields} />
        <Methods cart={cart} value={method} onChange={setMethod} error={trouble.method} />
      </div>
      <div className="booking-side">
        <OrderPanel cart={cart} method={method} working={working} problem={problem} />
      </div>
    </form>
  )
}

function GuestTrouble() {
  return (
    <div className="notice outcome-changed">
      <p>
        {site().t('checkout.guestWrong')} <CartLink path="/cart#guest" label="checkout.guestEdit" />
      </p>
    </div>
  )
}

function CartLink({ path, label }: { path: string; label: 'checkout.toReview' | 'checkout.guestEdit' }) {
  const { t, href } = site()
  return (
    <a className="go link" href={href(path)}>
      {t(label)}
    </a>
  )
}

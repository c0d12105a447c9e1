import { useState } from 'react'
import { OutcomeNotice } from '../../components/outcome-notice'
import type { Cart } from '../../lib/cart'
import { site } from '../../lib/site'
import { missingAddresses } from '../cart/proceed'
import { Transfers } from '../cart/transfers'
import { BuyerFields } from './buyer-fields'
import { Methods } from './methods'
import { OrderPanel } from './order-panel'
import { useCheckout } from './use-checkout'

interface Props {
  cart: Cart
}

export function CheckoutForm({ cart }: Props) {
  const { form, method, setMethod, trouble, working, submit } = useCheckout(cart)
  // Those that came without an address stay, so that no field goes while it is being typed in.
  const [askedFirst] = useState(() => missingAddresses(cart.items).map(({ name }) => name))
  const asked = new Set([...askedFirst, ...Object.keys(trouble.fields)])
  const isAsked = (id: string) => [...asked].some((name) => name.startsWith(`items.${id}.`))
  const asking = cart.items.filter(({ id, available }) => available && isAsked(id))
  return (
    <form className="booking-grid" noValidate aria-busy={working} onSubmit={(event) => void submit(event)}>
      <div className="checkout-main" inert={working}>
        <div role="status">
          {cart.outcome !== 'all_available' && (
            <OutcomeNotice cart={cart}>
              <CartLink path="/cart" label="checkout.toReview" />
            </OutcomeNotice>
          )}
        </div>
        <div role="alert">{trouble.guest && <GuestTrouble />}</div>
        <BuyerFields form={form} />
        <Transfers items={asking} errors={trouble.fields} />
        <Methods cart={cart} value={method} onChange={setMethod} error={trouble.method} />
      </div>
      <div className="booking-side">
        <OrderPanel cart={cart} method={method} working={working} problem={trouble.problem} />
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

import { CartSums, ProceedTotal } from '../../features/cart/cart-sums'
import { Button } from '../../components/ui/button'
import type { Cart } from '../../features/cart/cart'
import { href, site, t } from '../../lib/site'
import { RemovePromo, PromoCode } from './promo-code'

interface Props {
  cart: Cart
  busy: boolean
  /** The error text of the last attempt to proceed. */
  problem?: string
  onProceed: () => void
}

/** The total, the promo code, and the button to the checkout. */
export function Summary({ cart, busy, problem, onProceed }: Props) {
  const { listingPath } = site()
  const anyAvailable = cart.items.some(({ available }) => available)
  const allAvailable = cart.items.every(({ available }) => available)
  return (
    <section className="ticket ticket-frame" aria-labelledby="summary">
      <div className="ticket-body">
        <h2 id="summary">{t('cart.summary')}</h2>
        <CartSums
          cart={cart}
          itemText={({ product }) => product.title}
          removePromo={cart.promoCode && <RemovePromo code={cart.promoCode.code} />}
        />
        {!cart.promoCode && anyAvailable && <PromoCode />}
        <p className="sr-only" role="status">
          {cart.promoCode && !cart.promoCode.problem && t('cart.promoApplied', { code: cart.promoCode.code })}
        </p>
      </div>
      <hr className="tear" />
      <div className={anyAvailable ? 'ticket-body way-on' : 'ticket-body'}>
        {anyAvailable && <ProceedTotal cart={cart} />}
        {anyAvailable ? (
          <Button className="ticket-action" label={t('cart.proceed')} loading={busy} onClick={onProceed} />
        ) : (
          <Button className="ticket-action" label={t('cart.browse')} href={href(listingPath)} />
        )}
        {anyAvailable && !allAvailable && <p className="small muted">{t('cart.proceedRest')}</p>}
        <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      </div>
    </section>
  )
}

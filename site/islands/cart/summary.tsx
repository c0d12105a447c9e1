import { CartSums, TotalBeside } from '../../features/cart/cart-sums'
import { Button } from '../../components/ui/button'
import type { Cart } from '../../features/cart/cart'
import { href, site, t } from '../../lib/site'
import { DropPromo, PromoCode } from './promo-code'

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
  const some = cart.items.some(({ available }) => available)
  const all = cart.items.every(({ available }) => available)
  return (
    <section className="ticket ticket-frame" aria-labelledby="summary">
      <div className="ticket-body">
        <h2 id="summary">{t('cart.summary')}</h2>
        <CartSums
          cart={cart}
          itemText={({ product }) => product.title}
          dropPromo={cart.promoCode && <DropPromo code={cart.promoCode.code} />}
        />
        {!cart.promoCode && some && <PromoCode />}
        <p className="sr-only" role="status">
          {cart.promoCode && !cart.promoCode.problem && t('cart.promoApplied', { code: cart.promoCode.code })}
        </p>
      </div>
      <hr className="tear" />
      <div className={some ? 'ticket-body way-on' : 'ticket-body'}>
        {some && <TotalBeside cart={cart} />}
        {some ? (
          <Button className="ticket-action" label={t('cart.proceed')} loading={busy} onClick={onProceed} />
        ) : (
          <Button className="ticket-action" label={t('cart.browse')} href={href(listingPath)} />
        )}
        {some && !all && <p className="small muted">{t('cart.proceedRest')}</p>}
        <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      </div>
    </section>
  )
}

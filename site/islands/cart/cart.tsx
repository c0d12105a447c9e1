import '../../features/order/booking.css'
import './cart.css'
import { CartLoading, EmptyCart } from '../../features/cart/cart-placeholders'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'
import { Items, useRemovedItems } from './items'
import { useCart } from '../../features/cart/use-cart'
import { useRef } from 'react'
import { OutcomeNotice } from '../../features/cart/outcome-notice'
import { Button } from '../../components/ui/button'
import type { Cart } from '../../features/cart/cart'
import { problemText } from '../../features/http/problems'
import { GuestForm } from './guest-form'
import { Summary } from './summary'
import { useProceed } from './use-proceed'

/** The cart: its items, the lead traveller and the total. */
export function CartIsland() {
  const { cart, problem, retry, offerExpired, misfit } = useCart()
  const removal = useRemovedItems()
  if (!cart) return <CartLoading empty={<EmptyCart />} problem={problem} onRetry={retry} />
  return (
    <>
      <div role="status">
        {(offerExpired || misfit) && (
          <div className="notice outcome outcome-changed">
            <Icon name="info" />
            <p>{misfit ? problemText(misfit) : t('cart.agreedEnded')}</p>
          </div>
        )}
      </div>
      {cart.items.length > 0 ? (
        <FullCart cart={cart} removal={removal} />
      ) : (
        <>
          <Items cart={cart} {...removal} />
          <EmptyCart />
        </>
      )}
    </>
  )
}

function FullCart({ cart, removal }: { cart: Cart; removal: ReturnType<typeof useRemovedItems> }) {
  const notice = useRef<HTMLDivElement>(null)
  const proceeding = useProceed(cart, () => notice.current?.focus())
  const availableItems = cart.items.filter(({ available }) => available)
  return (
    <div className="booking-grid">
      <div>
        <h2 className="sr-only">{t('cart.items')}</h2>
        <div ref={notice} tabIndex={-1} role="status">
          <OutcomeNotice cart={cart}>
            {availableItems.length < cart.items.length && (
              <Button
                variant="outlined"
                label={t('cart.dropUnavailable')}
                loading={proceeding.busy}
                onClick={proceeding.dropUnavailable}
              />
            )}
          </OutcomeNotice>
        </div>
        <div role="alert">{removal.failed && <p className="field-error">{problemText(removal.failed)}</p>}</div>
        <Items cart={cart} {...removal} />
        {availableItems.length > 0 && <GuestForm form={proceeding.form} items={availableItems} />}
      </div>
      <div className="booking-side">
        <Summary cart={cart} busy={proceeding.busy} problem={proceeding.problem} onProceed={proceeding.proceed} />
      </div>
    </div>
  )
}

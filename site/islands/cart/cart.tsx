import '../../features/order/booking.css'
import './cart.css'
import { CartLoading, EmptyCart } from '../../features/cart/cart-placeholders'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'
import { Items, useRemoved } from './items'
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
  const { cart, problem, retry, ended } = useCart()
  const kept = useRemoved()
  if (!cart) return <CartLoading empty={<EmptyCart />} problem={problem} onRetry={retry} />
  return (
    <>
      <div role="status">
        {ended && (
          <div className="notice outcome outcome-changed">
            <Icon name="info" />
            <p>{t('cart.agreedEnded')}</p>
          </div>
        )}
      </div>
      {cart.items.length > 0 ? (
        <FullCart cart={cart} kept={kept} />
      ) : (
        <>
          <Items cart={cart} {...kept} />
          <EmptyCart />
        </>
      )}
    </>
  )
}

function FullCart({ cart, kept }: { cart: Cart; kept: ReturnType<typeof useRemoved> }) {
  const notice = useRef<HTMLDivElement>(null)
  const going = useProceed(cart, () => notice.current?.focus())
  const open = cart.items.filter(({ available }) => available)
  return (
    <div className="booking-grid">
      <div>
        <h2 className="sr-only">{t('cart.items')}</h2>
        <div ref={notice} tabIndex={-1} role="status">
          <OutcomeNotice cart={cart}>
            {open.length < cart.items.length && (
              <Button
                variant="outlined"
                label={t('cart.dropUnavailable')}
                loading={going.busy}
                onClick={going.dropUnavailable}
              />
            )}
          </OutcomeNotice>
        </div>
        <div role="alert">{kept.failed && <p className="field-error">{problemText(kept.failed)}</p>}</div>
        <Items cart={cart} {...kept} />
        {open.length > 0 && <GuestForm form={going.form} items={open} />}
      </div>
      <div className="booking-side">
        <Summary cart={cart} busy={going.busy} problem={going.problem} onProceed={going.proceed} />
      </div>
    </div>
  )
}

import { useRef } from 'react'
import { OutcomeNotice } from '../../features/cart/outcome-notice'
import { Button } from '../../components/ui/button'
import type { Cart } from '../../features/cart/cart'
import { problemText } from '../../features/http/problems'
import { site } from '../../lib/site'
import { GuestForm } from './guest-form'
import { Items, type useRemoved } from './items'
import { Summary } from './summary'
import { useProceed } from './use-proceed'

interface Props {
  cart: Cart
  kept: ReturnType<typeof useRemoved>
}

export function FullCart({ cart, kept }: Props) {
  const { t } = site()
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
                onClick={() => void going.dropUnavailable()}
              />
            )}
          </OutcomeNotice>
        </div>
        <div role="alert">{kept.failed && <p className="field-error">{problemText(kept.failed)}</p>}</div>
        <Items cart={cart} {...kept} />
        {open.length > 0 && (
          <GuestForm draft={going.guest} errors={going.errors} items={open} onChange={going.changeGuest} />
        )}
      </div>
      <div className="booking-side">
        <Summary cart={cart} busy={going.busy} problem={going.problem} onProceed={() => void going.proceed()} />
      </div>
    </div>
  )
}

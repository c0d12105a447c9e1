import { useEffect, useState } from 'react'
import { Icon } from '../../components/ui/icon'
import type { Cart } from '../../features/cart/cart'
import { t } from '../../lib/site'
import { formatSpan } from '../../lib/i18n/span'
import { serverNow } from '../../features/http/server-time'

/** How long seats stay held: the time left for an unpaid order, or else the time that a new order will have. */
export function HoldClock({ cart: { heldUntil, holdMinutes } }: { cart: Cart }) {
  const left = useSecondsUntil(heldUntil)
  return (
    <p className="small hold">
      <Icon name="clock" />
      {left > 0 ? (
        <span>
          {t('checkout.held')} <bdi role="timer">{minutesAndSeconds(left)}</bdi>
        </span>
      ) : (
        t('checkout.hold', { span: formatSpan(holdMinutes) })
      )}
    </p>
  )
}

function useSecondsUntil(instant: string | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(instant))
  const runs = left > 0
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setLeft(secondsUntil(instant)), 1000)
    return () => clearInterval(timer)
  }, [runs, instant])
  return left
}

function secondsUntil(instant: string | undefined): number {
  return instant ? Math.max(0, Math.round((Date.parse(instant) - serverNow()) / 1000)) : 0
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

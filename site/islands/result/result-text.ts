import { t } from '../../lib/site'
import type { Order } from '../../features/order/order'
import type { OrderOutcome } from '../../features/order/outcome'

interface ResultText {
  stamp: string
  title: string
  text: string
  /** What to do next. */
  next: string
  /** Names the look of the ticket: a class of styles. */
  look: 'success' | 'error' | 'on_hold'
}

type Payment = Order['payment']

const textKeys = {
  success: { look: 'success', stamp: 'confirmed', next: 'nextSuccess' },
  reserved: { look: 'success', stamp: 'reserved', next: 'nextReserved' },
  arranged: { look: 'success', stamp: 'confirmed', next: 'nextSuccess' },
  partial: { look: 'on_hold', stamp: 'partial', next: 'nextPartial' },
  payment_failed: { look: 'error', stamp: 'failed', next: 'nextUnpaid' },
  lapsed: { look: 'error', stamp: 'lapsed', next: 'nextLapsed' },
  unsuccessful: { look: 'error', stamp: 'failed', next: 'nextFailed' },
  problem: { look: 'error', stamp: 'failed', next: 'nextFailed' },
  cancelled: { look: 'on_hold', stamp: 'cancelled', next: 'nextFailed' },
  unpaid: { look: 'error', stamp: 'unpaid', next: 'nextUnpaid' },
  on_hold: { look: 'on_hold', stamp: 'on_hold', next: 'nextOnHold' },
  in_progress: { look: 'on_hold', stamp: 'in_progress', next: 'nextInProgress' },
} as const satisfies Record<OrderOutcome, unknown>

interface Facts {
  /** The order costs nothing. */
  free?: boolean
  /** Some bookings were not cancelled: they never came about. */
  partlyCancelled?: boolean
  /** The formatted amount that was received. */
  received?: string
}

/** Returns the texts of an outcome, as far as they differ by how the order is paid and what became of its bookings. */
export function resultText(
  outcome: OrderOutcome,
  { atStart, captured = 0, refunded, refundDue, refundByShop, retryable }: Partial<Payment> = {},
  { free = false, partlyCancelled = false, received }: Facts = {},
): ResultText {
  const { look, stamp, next } = textKeys[outcome]
  const texts = { look, stamp: t(`result.stamp.${stamp}`), title: t(`result.${outcome}`), next: t(`result.${next}`) }
  if (outcome === 'unsuccessful' && refundByShop) return { ...texts, text: t('result.unsuccessfulByShopText') }
  if (outcome === 'unsuccessful' && captured > 0 && !refundDue)
    return { ...texts, text: t(refunded ? 'result.unsuccessfulRefundedText' : 'result.problemText') }
  if (free && (outcome === 'success' || outcome === 'on_hold'))
    return { ...texts, text: t(`result.${outcome}FreeText`) }
  if (outcome === 'on_hold' && captured > 0) return { ...texts, text: t('result.on_holdPaidText') }
  if (outcome === 'cancelled' && partlyCancelled) return { ...texts, text: t('result.cancelledRestText') }
  if (outcome !== 'reserved') return { ...texts, text: t(`result.${outcome}Text`) }
  if (atStart) return { ...texts, text: t('result.reservedAtStartText'), next: t('result.nextAtStart') }
  const text = t('result.reservedText')
  if (captured > 0) return { ...texts, text, next: t('result.nextReservedPartPaid', { amount: received }) }
  return { ...texts, text, next: t(retryable ? 'result.nextReservedCard' : 'result.nextReserved') }
}

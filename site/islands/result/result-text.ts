import { site } from '../../lib/site'
import type { Outcome } from '../../features/order/outcome'

interface ResultText {
  stamp: string
  title: string
  text: string
  /** Names the look of the ticket: a class of styles. */
  look: 'success' | 'error' | 'on_hold'
}

const marks = {
  success: { look: 'success', stamp: 'confirmed' },
  reserved: { look: 'success', stamp: 'reserved' },
  arranged: { look: 'success', stamp: 'confirmed' },
  partial: { look: 'on_hold', stamp: 'partial' },
  payment_failed: { look: 'error', stamp: 'failed' },
  lapsed: { look: 'error', stamp: 'lapsed' },
  unsuccessful: { look: 'error', stamp: 'failed' },
  problem: { look: 'error', stamp: 'failed' },
  cancelled: { look: 'on_hold', stamp: 'cancelled' },
  unpaid: { look: 'error', stamp: 'unpaid' },
  on_hold: { look: 'on_hold', stamp: 'on_hold' },
  in_progress: { look: 'on_hold', stamp: 'in_progress' },
} as const satisfies Record<Outcome, unknown>

/** Returns the texts of an outcome; `byShop` if the shop itself refunds, not the card. */
export function resultText(outcome: Outcome, byShop = false): ResultText {
  const { t } = site()
  const { look, stamp } = marks[outcome]
  return {
    look,
    stamp: t(`result.stamp.${stamp}`),
    title: t(`result.${outcome}`),
    text: t(byShop && outcome === 'unsuccessful' ? 'result.unsuccessfulByShopText' : `result.${outcome}Text`),
  }
}

import { site } from '../../lib/site'
import type { Outcome } from './outcome'

interface Words {
  stamp: string
  title: string
  text: string
  /** Names the look of the ticket: a class of styles. */
  look: 'success' | 'error' | 'on_hold'
}

export function wordsOf(outcome: Outcome): Words {
  const { t } = site()
  switch (outcome) {
    case 'success':
      return words('success', t('result.stampSuccess'), t('result.success'), t('result.successText'))
    case 'reserved':
      return words('success', t('result.stampReserved'), t('result.reserved'), t('result.reservedText'))
    case 'partial':
      return words('on_hold', t('result.stampPartial'), t('result.partial'), t('result.partialText'))
    case 'payment_failed':
      return words('error', t('result.stampError'), t('result.paymentFailed'), t('result.paymentFailedText'))
    case 'unsuccessful':
      return words('error', t('result.stampError'), t('result.error'), t('result.errorText'))
    case 'problem':
      return words('error', t('result.stampError'), t('result.problem'), t('result.problemText'))
    case 'cancelled':
      return words('on_hold', t('result.stampCancelled'), t('result.cancelled'), t('result.cancelledText'))
    case 'unpaid':
      return words('error', t('result.stampUnpaid'), t('result.unpaid'), t('result.unpaidText'))
    case 'on_hold':
      return words('on_hold', t('result.stampOn_hold'), t('result.on_hold'), t('result.on_holdText'))
    case 'in_progress':
      return words('on_hold', t('result.stampIn_progress'), t('result.in_progress'), t('result.in_progressText'))
  }
}

function words(look: Words['look'], stamp: string, title: string, text: string): Words {
  return { look, stamp, title, text }
}

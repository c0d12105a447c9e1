import type { Currency } from '../order/booking'
import { moneyIn } from '../../lib/money/price'
import { currency } from '../../lib/money/currency'
import { formatMoney } from '../../lib/i18n/format'
import { t } from '../../lib/site'

interface Props {
  /** The currency of the payment. */
  of: Currency
  total: number
}

/** The amount that is charged, if prices are shown in another currency. */
export function YouPay({ of, total }: Props) {
  if (of.currency === currency()) return null
  return <p className="notice strong you-pay">{t('currency.youPay', { amount: formatMoney(moneyIn(of, total)) })}</p>
}

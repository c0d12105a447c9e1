import { formatMoney } from '../../lib/i18n/format'
import type { Money } from '../../lib/payload.gen'
import { moneyAttribute, priceOf } from '../../lib/money/price'
import { t } from '../../lib/site'

interface Props {
  money: Money
  className?: string
  /** The amount is charged, owed or refunded: it is never converted. */
  exact?: boolean
}

/**
 * An amount in the currency that the visitor has chosen, marked as approximate if it was converted, and isolated from
 * the direction of the text around it. After a switch of the currency render/client/reprice.tsx renders it again from
 * its attribute.
 */
export function Amount({ money, className, exact }: Props) {
  if (exact) return <bdi className={className}>{formatMoney(money)}</bdi>
  return (
    <bdi className={className} data-money={moneyAttribute(money)} title={priceOf(money).unconverted}>
      <AmountText money={money} />
    </bdi>
  )
}

export function AmountText({ money }: Pick<Props, 'money'>) {
  const { text, unconverted } = priceOf(money)
  if (!unconverted) return text
  return (
    <>
      <span className="sr-only">{`${t('currency.about')} `}</span>
      <span aria-hidden="true">≈&nbsp;</span>
      {text}
    </>
  )
}

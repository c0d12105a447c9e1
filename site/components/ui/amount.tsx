import { formatMoney } from '../../lib/format'
import type { Money } from '../../lib/payload.gen'

interface Props {
  money: Money
  className?: string
}

/** An amount with its currency, kept in one piece whatever the direction around it. */
export function Amount({ money, className }: Props) {
  return <bdi className={className}>{formatMoney(money)}</bdi>
}

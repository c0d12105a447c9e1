import { formatMoney } from '../../lib/format'
import type { Money } from '../../lib/payload.gen'

interface Props {
  money: Money
}

/** An amount with its currency, kept in one piece whatever the direction around it. */
export function Amount({ money }: Props) {
  return <bdi className="amount">{formatMoney(money)}</bdi>
}

import type { ReactNode } from 'react'
import { Amount } from '../../components/ui/amount'
import type { Currency } from './booking'
import { moneyIn } from '../../lib/money/price'

interface Props {
  currency: Currency
  /** Whether the amounts are those of an order, which were charged. */
  exact?: boolean
  text: ReactNode
  amount?: number
  className?: string
  amountClass?: string
}

/** A line of a list of sums. */
export function Sum({ text, amount, currency, exact, className, amountClass }: Props) {
  return (
    <li className={className}>
      <span>{text}</span>
      {amount !== undefined && <Amount exact={exact} className={amountClass} money={moneyIn(currency, amount)} />}
    </li>
  )
}

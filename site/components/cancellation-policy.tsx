import { policyLines } from '../lib/cancellation'
import type { CancellationTier } from '../lib/payload.gen'
import { Icon } from './ui/icon'

interface Props {
  tiers: CancellationTier[]
}

/** A cancellation policy in words, the best for the visitor first. */
export function CancellationPolicy({ tiers }: Props) {
  return (
    <ul className="policy">
      {policyLines(tiers).map(({ good, text }) => (
        <li key={text}>
          <Icon name={good ? 'check' : 'info'} />
          {text}
        </li>
      ))}
    </ul>
  )
}

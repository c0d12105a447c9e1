import { policyLines } from '../lib/cancellation'
import type { CancellationTier } from '../lib/payload.gen'

interface Props {
  tiers: CancellationTier[]
}

/** A cancellation policy in words, the best for the visitor first. */
export function CancellationPolicy({ tiers }: Props) {
  return (
    <ul className="policy icon-info">
      {policyLines(tiers).map(({ good, text }) => (
        <li key={text} className={good ? 'icon-check' : undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}

import { ruleLines } from '../../lib/i18n/cancellation-rule'
import type { CancellationTier } from '../../lib/payload.gen'

interface Props {
  tiers: CancellationTier[]
}

/** The rules of a cancellation policy, the best for the visitor first. They promise nothing of a certain date. */
export function CancellationPolicy({ tiers }: Props) {
  return (
    <ul className="policy icon-info">
      {ruleLines(tiers).map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

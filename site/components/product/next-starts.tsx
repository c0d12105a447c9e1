import { formatTime } from '../../lib/i18n/format'
import type { ProductCard } from '../../lib/payload.gen'

interface Props {
  card: ProductCard
}

/** The published start times of a product; the widget next-starts finds the element by its data attribute. */
export function NextStarts({ card }: Props) {
  const { slug, startTimes = [] } = card
  return (
    <p className="next-starts" data-starts={slug}>
      {startTimes.map((time) => (
        <bdi key={time}>{formatTime(time)}</bdi>
      ))}
    </p>
  )
}

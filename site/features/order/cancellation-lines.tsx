import { deadlineLines, type CancellationTerms, type LocalClock } from './cancellation-deadlines'
import { Icon } from '../../components/ui/icon'

interface Props {
  terms: CancellationTerms
  place: LocalClock
  className?: string
}

/** The refunds of a cancellation from now on, a line each, with deadlines. */
export function CancellationLines({ terms, place, className = 'small muted' }: Props) {
  return deadlineLines(terms, place).map(({ good, text }) => (
    <span key={text} className={`icon-line ${className}`.trim()}>
      <Icon name={good ? 'check' : 'info'} />
      {text}
    </span>
  ))
}

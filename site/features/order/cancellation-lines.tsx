import { termLines, type CancellationTerms, type Place } from './cancellation-terms'
import { Icon } from '../../components/ui/icon'

interface Props {
  terms: CancellationTerms
  place: Place
  className?: string
}

/** What cancelling gives back from now on, a line each, with its deadlines. */
export function CancellationLines({ terms, place, className = 'small muted' }: Props) {
  return termLines(terms, place).map(({ good, text }) => (
    <span key={text} className={`block ${className}`.trim()}>
      <Icon name={good ? 'check' : 'info'} /> {text}
    </span>
  ))
}

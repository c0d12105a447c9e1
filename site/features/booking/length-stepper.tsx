import { site } from '../../lib/site'
import { Stepper } from './stepper'

interface Props {
  by: 'DAY' | 'NIGHT'
  value: number
  min: number
  max: number
  onChange: (length: number) => void
}

/** How many days or nights, where visitors choose. */
export function LengthStepper({ by, ...count }: Props) {
  return <Stepper label={site().t(by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')} {...count} />
}

import './status.css'
import { Icon } from '../../components/ui/icon'

const icons = { good: 'check', open: 'clock', bad: 'cross' } as const

/** A status as text, icon and colour. */
export function Status({ look, text }: { look: 'good' | 'open' | 'bad'; text: string }) {
  return (
    <p className={`status status-${look}`}>
      <Icon name={icons[look]} />
      {text}
    </p>
  )
}

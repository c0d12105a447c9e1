import './stepper.css'
import type { ReactNode } from 'react'
import { t } from '../../lib/site'
import { Icon, type IconName } from '../../components/ui/icon'

interface Props {
  label: string
  note?: ReactNode
  value: number
  min: number
  /** Announced once it is reached; undefined for none. */
  max?: number
  /** One more is not possible, for `reason`, or for one that is shown elsewhere. */
  atLimit?: boolean
  reason?: string
  onChange: (value: number) => void
}

/** A count with its buttons. At a limit they keep the focus, and the reason is announced. */
export function Stepper({ label, note, value, min, max, atLimit = false, reason, onChange }: Props) {
  const isAtMax = max !== undefined && value >= max
  return (
    <div className="stepper">
      <p>
        {label}
        {note && <span className="small muted block">{note}</span>}
      </p>
      <Step
        icon="minus"
        label={t('ticket.less', { unit: label })}
        enabled={value > min}
        onStep={() => onChange(value - 1)}
      />
      <output aria-label={label}>{value}</output>
      <Step
        icon="plus"
        label={t('ticket.more', { unit: label })}
        enabled={!isAtMax && !atLimit}
        onStep={() => onChange(value + 1)}
      />
      <p className="stepper-limit small" role="status">
        {isAtMax ? t('ticket.atMost', { n: max }) : reason}
      </p>
    </div>
  )
}

interface StepProps {
  icon: IconName
  label: string
  enabled: boolean
  onStep: () => void
}

function Step({ icon, label, enabled, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="sign-button"
      aria-label={label}
      aria-disabled={!enabled}
      onClick={enabled ? onStep : undefined}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The number of days or nights, if visitors choose it. */
export function LengthStepper({ by, ...count }: Omit<Props, 'label'> & { by: 'DAY' | 'NIGHT' }) {
  return <Stepper label={t(by === 'NIGHT' ? 'ticket.nights' : 'ticket.days')} {...count} />
}

import type { ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

interface Props {
  label: string
  note?: ReactNode
  value: number
  min: number
  /** Why there can be no more, empty where that is told elsewhere; undefined where there can. */
  limit?: string
  onChange: (value: number) => void
}

/** A count with its buttons. At a limit they stay where the keyboard is, and say why nothing comes of them. */
export function Stepper({ label, note, value, min, limit, onChange }: Props) {
  const { t } = site()
  return (
    <div className="stepper">
      <p>
        {label}
        {note && <span className="small muted block">{note}</span>}
      </p>
      <Step
        icon="minus"
        label={t('ticket.less', { unit: label })}
        on={value > min}
        onStep={() => onChange(value - 1)}
      />
      <output aria-label={label}>{value}</output>
      <Step
        icon="plus"
        label={t('ticket.more', { unit: label })}
        on={limit === undefined}
        onStep={() => onChange(value + 1)}
      />
      <p className="stepper-limit small" role="status">
        {limit}
      </p>
    </div>
  )
}

interface StepProps {
  icon: string
  label: string
  on: boolean
  onStep: () => void
}

function Step({ icon, label, on, onStep }: StepProps) {
  return (
    <button type="button" aria-label={label} aria-disabled={!on} onClick={on ? onStep : undefined}>
      <Icon name={icon} />
    </button>
  )
}

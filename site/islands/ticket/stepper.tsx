import type { ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

interface Props {
  label: string
  note?: ReactNode
  value: number
  min: number
  canAdd: boolean
  onChange: (value: number) => void
}

export function Stepper({ label, note, value, min, canAdd, onChange }: Props) {
  const { t } = site()
  return (
    <div className="stepper">
      <p>
        {label}
        {note && <span className="small muted block">{note}</span>}
      </p>
      <button
        type="button"
        aria-label={t('ticket.less', { unit: label })}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output aria-label={label}>{value}</output>
      <button
        type="button"
        aria-label={t('ticket.more', { unit: label })}
        disabled={!canAdd}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}

import './small-form.css'
import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../components/ui/button'

interface Props {
  /** The label of the button. */
  label: string
  /** For a form that is not the page's main action. */
  secondary?: boolean
  busy: boolean
  problem?: string
  onSubmit: (event: SyntheticEvent) => Promise<unknown>
  /** The fields. */
  children: ReactNode
}

/** The look of a small form: its fields, its problem, its button. */
export function SmallForm({ label, secondary = false, busy, problem, onSubmit, children }: Props) {
  return (
    <form className="small-form" noValidate aria-busy={busy} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button type="submit" variant={secondary ? 'outlined' : 'primary'} label={label} loading={busy} />
    </form>
  )
}

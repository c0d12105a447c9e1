import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../components/ui/button'

interface Props {
  /** Of the button. */
  label: string
  busy: boolean
  problem?: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => Promise<void>
  /** The fields. */
  children: ReactNode
}

/** A small form: its fields, what went wrong with the whole, its button. */
export function AskingForm({ label, busy, problem, onSubmit, children }: Props) {
  return (
    <form className="asking" noValidate aria-busy={busy} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button type="submit" label={label} loading={busy} />
    </form>
  )
}

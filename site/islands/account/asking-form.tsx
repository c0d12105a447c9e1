import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../components/ui/button'

interface Props {
  /** Of the button. */
  label: string
  /** Something else on the page matters more. */
  minor?: boolean
  busy: boolean
  problem?: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => Promise<void>
  /** The fields. */
  children: ReactNode
}

/** A small form: its fields, what went wrong with the whole, its button. */
export function AskingForm({ label, minor = false, busy, problem, onSubmit, children }: Props) {
  return (
    <form className="asking" noValidate aria-busy={busy} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button type="submit" variant={minor ? 'outlined' : 'primary'} label={label} loading={busy} />
    </form>
  )
}

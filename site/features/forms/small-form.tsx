import './small-form.css'
import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../components/ui/button'
import { Interpolate } from '../../components/ui/interpolate'
import { Icon } from '../../components/ui/icon'
import { focusShown } from './focus-first'

interface Props {
  /** The label of the button. */
  label: string
  /** For a form that is not the page's main action. */
  minor?: boolean
  busy: boolean
  problem?: string
  onSubmit: (event: SyntheticEvent) => Promise<unknown>
  /** The fields. */
  children: ReactNode
}

/** The look of a small form: its fields, its problem, its button. */
export function SmallForm({ label, minor = false, busy, problem, onSubmit, children }: Props) {
  return (
    <form className="small-form" noValidate aria-busy={busy} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button type="submit" variant={minor ? 'outlined' : 'primary'} label={label} loading={busy} />
    </form>
  )
}

interface SentProps {
  /** The message, which contains the address. */
  message: (marks: { email: string }) => string
  email: string
  hint?: string
  /** The label of the button that returns to the form. */
  again: string
  onAgain: () => void
  /** Focuses the message, since the button that sent the form is gone; it is a status otherwise. */
  focused?: boolean
}

/** A mail is on its way. The words are the same whether or not the address is known. */
export function Sent({ message, email, hint, again, onAgain, focused = false }: SentProps) {
  const read = focused ? { ref: focusShown, tabIndex: -1 } : { role: 'status' }
  return (
    <div className="sent">
      <p className="sent-words" {...read}>
        <Icon name="mail" />
        <span>
          <Interpolate message={message} values={{ email: <bdi className="strong">{email}</bdi> }} />
        </span>
      </p>
      {hint && <p className="small muted">{hint}</p>}
      <button type="button" className="go link" onClick={onAgain}>
        {again}
      </button>
    </div>
  )
}

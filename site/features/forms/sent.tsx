import { ActionLink } from '../../components/ui/action-link'
import { Interpolate } from '../../components/ui/interpolate'
import { Icon } from '../../components/ui/icon'
import { focusShown } from './focus-first'

interface Props {
  /** The message, which contains the address. */
  message: (placeholders: { email: string }) => string
  email: string
  hint?: string
  /** The label of the button that returns to the form. */
  backLabel: string
  onBack: () => void
  /** Focuses the message, since the button that sent the form was removed; otherwise it is a status. */
  focused?: boolean
}

/** A mail is on its way. The words are the same whether or not the address is known. */
export function MailSent({ message, email, hint, backLabel, onBack, focused = false }: Props) {
  const announcement = focused ? { ref: focusShown, tabIndex: -1 } : { role: 'status' }
  return (
    <div className="sent">
      <p className="sent-words" {...announcement}>
        <Icon name="mail" />
        <span>
          <Interpolate message={message} values={{ email: <bdi className="strong">{email}</bdi> }} />
        </span>
      </p>
      {hint && <p className="small muted">{hint}</p>}
      <ActionLink label={backLabel} onClick={onBack} />
    </div>
  )
}

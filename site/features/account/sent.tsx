import { Interpolate } from '../../components/ui/interpolate'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

interface Props {
  /** The message, which names the address. */
  message: (marks: { email: string }) => string
  email: string
  onAgain: () => void
}

/** A mail is on its way. It is said in the same words whether or not there is an account. */
export function Sent({ message, email, onAgain }: Props) {
  const { t } = site()
  return (
    <div className="sent">
      <p className="sent-words" role="status">
        <Icon name="mail" />
        <span>
          <Interpolate message={message} values={{ email: <bdi className="strong">{email}</bdi> }} />
        </span>
      </p>
      <p className="small muted">{t('account.sentHint')}</p>
      <button type="button" className="go link" onClick={onAgain}>
        {t('account.again')}
      </button>
    </div>
  )
}

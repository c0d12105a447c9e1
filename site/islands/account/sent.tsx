import { Filled } from '../../components/filled'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

interface Props {
  /** A message with a slot for the address. */
  text: string
  email: string
  onAgain: () => void
}

/** A mail is on its way. It is said in the same words whether or not there is an account. */
export function Sent({ text, email, onAgain }: Props) {
  const { t } = site()
  return (
    <div className="sent">
      <p className="sent-words" role="status">
        <Icon name="mail" />
        <span>
          <Filled text={text}>
            <bdi className="strong">{email}</bdi>
          </Filled>
        </span>
      </p>
      <p className="small muted">{t('account.sentHint')}</p>
      <button type="button" className="go link" onClick={onAgain}>
        {t('account.again')}
      </button>
    </div>
  )
}

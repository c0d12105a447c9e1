import { site } from '../lib/site'
import { Icon } from './ui/icon'

/** Every way to reach a person of this deployment. */
export function ContactWays() {
  const { t, shell } = site()
  const { chatUrl, phone, email } = shell.contact
  return (
    <ul className="ways">
      {chatUrl && (
        <li>
          <a className="go link" href={chatUrl}>
            <Icon name="speech" />
            {t('footer.chat')}
          </a>
        </li>
      )}
      {phone && (
        <li>
          <a className="go link" href={`tel:${phone.replaceAll(' ', '')}`}>
            <Icon name="phone" />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        </li>
      )}
      {email && (
        <li>
          <a className="go link" href={`mailto:${email}`}>
            <Icon name="mail" />
            <bdi>{email}</bdi>
          </a>
        </li>
      )}
    </ul>
  )
}

import { site, t } from '../../lib/site'
import { ActionLink } from '../ui/action-link'

interface Props {
  /** Leaves out the e-mail address, for visitors who need a person now. */
  withoutEmail?: boolean
}

/** The deployment's contacts: chat, phone, e-mail. Needs the message `footer.chat`. */
export function ContactLinks({ withoutEmail = false }: Props) {
  const { chatUrl, phone, email } = site().shell.contact
  const contactLinks = [
    chatUrl && <ChatLink url={chatUrl} icon />,
    phone && <PhoneLink phone={phone} icon />,
    email && !withoutEmail && <EmailLink email={email} icon />,
  ].filter(Boolean)
  if (contactLinks.length === 0) return null
  return (
    <ul className="ways">
      {contactLinks.map((way, n) => (
        <li key={n}>{way}</li>
      ))}
    </ul>
  )
}

/** The ways to reach a person at once, for visitors who are stuck. Needs the message `contact.stuck` too. */
export function HelpContact() {
  const { shell } = site()
  if (!shell.contact.chatUrl && !shell.contact.phone) return null
  return (
    <div className="stuck">
      <p className="small">{t('contact.stuck')}</p>
      <ContactLinks withoutEmail />
    </div>
  )
}

interface WithIcon {
  /** Shows the link's icon. */
  icon?: boolean
}

export function ChatLink({ url, icon }: WithIcon & { url: string }) {
  return <ActionLink icon={icon && 'speech'} label={t('footer.chat')} href={url} />
}

/** A link to a phone number, shown as editors wrote it. */
export function PhoneLink({ phone, icon }: WithIcon & { phone: string }) {
  const address = `tel:${phone.replace(/[^+\d]/g, '')}`
  return <ActionLink icon={icon && 'phone'} label={<bdi dir="ltr">{phone}</bdi>} href={address} />
}

/** A link to an address of e-mail, which in a narrow column breaks before its @. */
export function EmailLink({ email, icon }: WithIcon & { email: string }) {
  const at = email.lastIndexOf('@')
  const label = (
    <bdi dir="ltr">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
  return <ActionLink icon={icon && 'mail'} label={label} href={`mailto:${email}`} />
}

import '../../features/forms/small-form.css'
import { useState } from 'react'
import { Interpolate } from '../../components/ui/interpolate'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { focusShown } from '../../features/forms/focus-first'
import { t } from '../../lib/site'
import { ContactForm } from './contact-form'

/** The contact form, and the confirmation after sending. */
export function ContactIsland() {
  const [sentFrom, setSentFrom] = useState<string>()
  if (sentFrom === undefined) return <ContactForm onSent={setSentFrom} />
  return <MessageSent email={sentFrom} onAgain={() => setSentFrom(undefined)} />
}

function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div className="sent">
      <h3 ref={focusShown} className="sent-words" tabIndex={-1}>
        <Icon name="check" />
        {t('contact.sent')}
      </h3>
      <p>
        <Interpolate
          message={(placeholders) => t('contact.sentText', placeholders)}
          values={{ email: <bdi className="strong">{email}</bdi> }}
        />
      </p>
      <p className="small muted">{t('contact.spam')}</p>
      <Button variant="outlined" label={t('contact.again')} onClick={onAgain} />
    </div>
  )
}

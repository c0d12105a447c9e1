import '../../styles/account.css'
import { useEffect, useRef, useState } from 'react'
import { slot } from '../../components/filled'
import { ResetTicket } from '../../components/reset-ticket'
import { Button } from '../../components/ui/button'
import { resetPassword } from '../../lib/account'
import { openAccountDialog } from '../../lib/account-dialog'
import { takeToken } from '../../lib/mailed-link'
import { site } from '../../lib/site'
import { AskingForm } from '../account/asking-form'
import { resetSchema } from '../account/credentials'
import { blankDraft, keeper, type Draft } from '../account/draft'
import { ForgotForm } from '../account/forgot-form'
import { PasswordField } from '../account/password-field'
import { Sent } from '../account/sent'
import { useAsking } from '../account/use-asking'

type Place = 'choose' | 'ask' | 'expired' | 'sent' | 'done'

/** A new password by the mailed link, or the way to such a link. */
export function ResetPasswordIsland() {
  const { t } = site()
  const [token] = useState(() => takeToken('token'))
  const [place, setPlace] = useState<Place>(token === null ? 'ask' : 'choose')
  const [draft, setDraft] = useState<Draft>(blankDraft)
  const keep = keeper((part) => setDraft((before) => ({ ...before, ...part })))
  const asks = place === 'ask' || place === 'expired'
  const whole = useFocusOn(place)
  const titles = { done: t('reset.done'), expired: t('reset.expired'), sent: t('account.sent') }
  return (
    <div ref={whole}>
      <ResetTicket title={place === 'choose' || place === 'ask' ? t('reset.title') : titles[place]}>
        {place === 'choose' && (
          <NewPassword token={token ?? ''} onDone={() => setPlace('done')} onExpired={() => setPlace('expired')} />
        )}
        {asks && <p>{t(place === 'ask' ? 'reset.ask' : 'reset.expiredText')}</p>}
        {asks && <ForgotForm id="reset" draft={draft} keep={keep} onSent={() => setPlace('sent')} />}
        {place === 'sent' && (
          <Sent
            text={t('account.sentReset', { email: slot })}
            email={draft.email.trim()}
            onAgain={() => setPlace('ask')}
          />
        )}
        {place === 'done' && (
          <>
            <p>{t('reset.doneText')}</p>
            <Button label={t('account.signIn')} onClick={() => openAccountDialog('sign-in')} />
          </>
        )}
      </ResetTicket>
    </div>
  )
}

interface NewPasswordProps {
  token: string
  onDone: () => void
  onExpired: () => void
}

function NewPassword({ token, onDone, onExpired }: NewPasswordProps) {
  const { t } = site()
  const { field, busy, problem, submit } = useAsking({
    id: 'reset',
    schema: resetSchema,
    values: { password: '', confirm: '' },
    send: async ({ password }) => {
      await resetPassword({ token, password })
      onDone()
    },
    taken: ({ code }) => {
      const expired = code === 'link_expired'
      if (expired) onExpired()
      return expired
    },
  })
  return (
    <>
      <p>{t('reset.text')}</p>
      <AskingForm label={t('reset.save')} busy={busy} problem={problem} onSubmit={submit}>
        <PasswordField
          {...field('password')}
          label={t('account.newPassword')}
          hint={t('account.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('account.confirm')} autoComplete="new-password" />
      </AskingForm>
    </>
  )
}

/** What was pressed is gone when the place changes: one goes on from the heading. */
function useFocusOn(place: Place) {
  const whole = useRef<HTMLDivElement>(null)
  const first = useRef(place)
  useEffect(() => {
    if (first.current !== place) whole.current?.querySelector('h1')?.focus()
    first.current = place
  }, [place])
  return whole
}

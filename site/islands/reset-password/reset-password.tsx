import '../../features/forms/small-form.css'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ResetTicket } from './reset-ticket'
import { Button } from '../../components/ui/button'
import { resetPassword } from '../../features/account/account'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { readToken, removeToken } from '../../lib/navigation/mailed-link'
import { t } from '../../lib/site'
import { SmallForm } from '../../features/forms/small-form'
import { blankDraft, credentialErrorText, resetSchema } from '../../features/account/account-schemas'
import { ForgotForm } from '../../features/account/forgot-form'
import { PasswordField } from '../../features/account/password-field'
import { MailSent } from '../../features/forms/sent'
import { useForm } from '../../features/forms/use-form'

type Step = 'choose' | 'ask' | 'expired' | 'sent' | 'done'

/** The form of a new password for visitors with a mailed link; for others, the form that requests a link. */
export function ResetPasswordIsland() {
  const [token] = useState(() => readToken('token'))
  useEffect(() => removeToken('token'), [])
  const [step, setStep] = useState<Step>(token === null ? 'ask' : 'choose')
  const [draft, setDraft] = useState(blankDraft)
  const requestsLink = step === 'ask' || step === 'expired'
  const container = useRef<HTMLDivElement>(null)
  const goTo = (next: Step) => {
    flushSync(() => setStep(next))
    // The used control was removed.
    container.current?.querySelector('h1')?.focus()
  }
  const titles = { done: t('reset.done'), expired: t('reset.expired'), sent: t('account.sent') }
  return (
    <div ref={container}>
      <ResetTicket title={step === 'choose' || step === 'ask' ? t('reset.title') : titles[step]}>
        {step === 'choose' && (
          <NewPassword token={token ?? ''} onDone={() => goTo('done')} onExpired={() => goTo('expired')} />
        )}
        {requestsLink && <p>{t(step === 'ask' ? 'reset.ask' : 'reset.expiredText')}</p>}
        {requestsLink && (
          <ForgotForm
            id="reset"
            draft={draft}
            changeDraft={(part) => setDraft({ ...draft, ...part })}
            onSent={() => goTo('sent')}
          />
        )}
        {step === 'sent' && (
          <MailSent
            message={(placeholders) => t('account.sentReset', placeholders)}
            email={draft.email.trim()}
            hint={t('account.sentHint')}
            backLabel={t('account.again')}
            onBack={() => goTo('ask')}
          />
        )}
        {step === 'done' && (
          <>
            <p>{t('reset.doneText')}</p>
            <Button label={t('account.signIn')} onClick={() => openAccountDialog('sign-in')} />
          </>
        )}
      </ResetTicket>
    </div>
  )
}

function NewPassword({ token, onDone, onExpired }: { token: string; onDone: () => void; onExpired: () => void }) {
  const { field, busy, problem, submit } = useForm({
    id: 'reset',
    errorText: credentialErrorText,
    schema: resetSchema,
    values: { password: '', confirm: '' },
    send: async ({ password }) => {
      await resetPassword({ token, password })
      onDone()
    },
    handles: ({ code }) => {
      const expired = code === 'link_expired'
      if (expired) onExpired()
      return expired
    },
  })
  return (
    <>
      <p>{t('reset.text')}</p>
      <SmallForm label={t('reset.save')} busy={busy} problem={problem} onSubmit={submit}>
        <PasswordField
          {...field('password')}
          label={t('account.newPassword')}
          hint={t('account.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('account.confirm')} autoComplete="new-password" />
      </SmallForm>
    </>
  )
}

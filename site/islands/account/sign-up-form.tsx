import { EmailField, TextField } from '../../components/ui/text-field'
import { signUp } from '../../lib/account'
import { site } from '../../lib/site'
import { AskingForm } from './asking-form'
import { signUpSchema } from './credentials'
import type { StepProps } from './draft'
import { PasswordField } from './password-field'
import { useAsking } from './use-asking'

interface Props extends StepProps {
  onSent: (email: string) => void
}

export function SignUpForm({ id, draft, keep, go, onSent }: Props) {
  const { t } = site()
  const { field, busy, problem, submit } = useAsking({
    id,
    schema: signUpSchema,
    values: { ...draft, password: '', confirm: '' },
    send: async ({ confirm: _, ...account }) => {
      await signUp(account)
      onSent(account.email)
    },
  })
  return (
    <>
      <p className="muted">{t('account.signUpText')}</p>
      <AskingForm label={t('account.signUp')} busy={busy} problem={problem} onSubmit={submit}>
        <div className="field-grid">
          <TextField
            {...keep(field('firstName'))}
            label={t('account.firstName')}
            maxLength={100}
            autoComplete="given-name"
          />
          <TextField
            {...keep(field('lastName'))}
            label={t('account.lastName')}
            maxLength={100}
            autoComplete="family-name"
          />
        </div>
        <EmailField {...keep(field('email'))} label={t('account.email')} />
        <PasswordField
          {...field('password')}
          label={t('account.password')}
          hint={t('account.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('account.confirm')} autoComplete="new-password" />
      </AskingForm>
      <p className="asking-else">
        {t('account.haveAccount')}{' '}
        <button type="button" className="go link" onClick={() => go('sign-in')}>
          {t('account.signIn')}
        </button>
      </p>
    </>
  )
}

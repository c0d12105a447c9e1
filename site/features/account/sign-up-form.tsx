import { EmailField, TextField } from '../forms/text-field'
import { api } from '../http/api'
import { t } from '../../lib/site'
import { SmallForm } from '../forms/small-form'
import { credentialText, signUpSchema } from './account-schemas'
import type { StepProps } from './account-draft'
import { PasswordField } from './password-field'
import { useForm } from '../forms/use-form'

interface Props extends StepProps {
  onSent: (email: string) => void
}

export function SignUpForm({ id, draft, keep, go, onSent }: Props) {
  const { field, busy, problem, submit } = useForm({
    id,
    text: credentialText,
    schema: signUpSchema,
    values: { ...draft, password: '', confirm: '' },
    keep: ({ firstName, lastName, email }) => keep({ firstName, lastName, email }),
    send: async ({ confirm: _, ...account }) => {
      await api('POST', '/account', { body: account })
      onSent(account.email)
    },
  })
  return (
    <>
      <p className="muted">{t('account.signUpText')}</p>
      <SmallForm label={t('account.signUp')} busy={busy} problem={problem} onSubmit={submit}>
        <div className="field-grid">
          <TextField {...field('firstName')} label={t('account.firstName')} maxLength={100} autoComplete="given-name" />
          <TextField {...field('lastName')} label={t('account.lastName')} maxLength={100} autoComplete="family-name" />
        </div>
        <EmailField {...field('email')} label={t('account.email')} />
        <PasswordField
          {...field('password')}
          label={t('account.password')}
          hint={t('account.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('account.confirm')} autoComplete="new-password" />
      </SmallForm>
      <p className="small-form-else">
        {t('account.haveAccount')}{' '}
        <button type="button" className="go link" onClick={() => go('sign-in')}>
          {t('account.signIn')}
        </button>
      </p>
    </>
  )
}

import { ActionLink } from '../../components/ui/action-link'
import { EmailField, TextField } from '../forms/text-field'
import { SmallForm } from '../forms/small-form'
import { useForm } from '../forms/use-form'
import { api } from '../http/api'
import { t } from '../../lib/site'
import { signIn } from './account'
import { credentialErrorText, signInSchema, signUpSchema } from './account-schemas'
import type { ForgotProps } from './forgot-form'
import type { AccountStep } from './open-account-dialog'
import { PasswordField } from './password-field'
import type { User } from './session'

interface SignUpProps extends ForgotProps {
  goTo: (step: AccountStep) => void
}

interface SignInProps extends Omit<SignUpProps, 'onSent'> {
  onSignedIn: (user: User | null) => void
}

export function SignInForm({ id, draft, changeDraft, goTo, onSignedIn }: SignInProps) {
  const { field, busy, problem, submit } = useForm({
    id,
    errorText: credentialErrorText,
    schema: signInSchema,
    values: { email: draft.email, password: '' },
    onChange: ({ email }) => changeDraft({ email }),
    send: async (values) => onSignedIn(await signIn(values)),
    fieldOfProblem: ({ code }) => (code === 'wrong_password' ? { name: 'password', code } : undefined),
  })
  return (
    <>
      <SmallForm label={t('account.signIn')} busy={busy} problem={problem} onSubmit={submit}>
        <EmailField {...field('email')} label={t('account.email')} />
        <div>
          <PasswordField {...field('password')} label={t('account.password')} autoComplete="current-password" />
          <ActionLink label={t('account.forgot')} onClick={() => goTo('forgot')} />
        </div>
      </SmallForm>
      <p className="small-form-else">
        {t('account.noAccount')} <ActionLink label={t('account.signUp')} onClick={() => goTo('sign-up')} />
      </p>
    </>
  )
}

export function SignUpForm({ id, draft, changeDraft, goTo, onSent }: SignUpProps) {
  const { field, busy, problem, submit } = useForm({
    id,
    errorText: credentialErrorText,
    schema: signUpSchema,
    values: { ...draft, password: '', confirm: '' },
    onChange: ({ firstName, lastName, email }) => changeDraft({ firstName, lastName, email }),
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
        {t('account.haveAccount')} <ActionLink label={t('account.signIn')} onClick={() => goTo('sign-in')} />
      </p>
    </>
  )
}

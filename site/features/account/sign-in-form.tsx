import { EmailField } from '../forms/text-field'
import { signIn } from './account'
import type { User } from './session'
import { t } from '../../lib/site'
import { SmallForm } from '../forms/small-form'
import { credentialText, signInSchema } from './account-schemas'
import type { StepProps } from './account-draft'
import { PasswordField } from './password-field'
import { useForm } from '../forms/use-form'

interface Props extends StepProps {
  onSignedIn: (user: User | null) => void
}

export function SignInForm({ id, draft, keep, go, onSignedIn }: Props) {
  const { field, busy, problem, submit } = useForm({
    id,
    text: credentialText,
    schema: signInSchema,
    values: { email: draft.email, password: '' },
    keep: ({ email }) => keep({ email }),
    send: async (values) => onSignedIn(await signIn(values)),
    fieldOf: ({ code }) => (code === 'wrong_password' ? { name: 'password', code } : undefined),
  })
  return (
    <>
      <SmallForm label={t('account.signIn')} busy={busy} problem={problem} onSubmit={submit}>
        <EmailField {...field('email')} label={t('account.email')} />
        <div>
          <PasswordField {...field('password')} label={t('account.password')} autoComplete="current-password" />
          <button type="button" className="go link" onClick={() => go('forgot')}>
            {t('account.forgot')}
          </button>
        </div>
      </SmallForm>
      <p className="small-form-else">
        {t('account.noAccount')}{' '}
        <button type="button" className="go link" onClick={() => go('sign-up')}>
          {t('account.signUp')}
        </button>
      </p>
    </>
  )
}

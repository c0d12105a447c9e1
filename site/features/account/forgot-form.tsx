import { EmailField } from '../forms/text-field'
import { api } from '../http/api'
import { t } from '../../lib/site'
import { SmallForm } from '../forms/small-form'
import { credentialErrorText, forgotSchema, type AccountDraft } from './account-schemas'
import { useForm } from '../forms/use-form'

export interface ForgotProps {
  /** The prefix of the ids of the fields. */
  id: string
  draft: AccountDraft
  changeDraft: (part: Partial<AccountDraft>) => void
  /** Called with the address that a mail was sent to. */
  onSent: (email: string) => void
}

/** The form that requests a link to choose a new password. */
export function ForgotForm({ id, draft, changeDraft, onSent }: ForgotProps) {
  const { field, busy, problem, submit } = useForm({
    id,
    errorText: credentialErrorText,
    schema: forgotSchema,
    values: { email: draft.email },
    onChange: changeDraft,
    send: async ({ email }) => {
      await api('POST', '/account/password-reset', { body: { email } })
      onSent(email)
    },
  })
  return (
    <SmallForm label={t('account.sendLink')} busy={busy} problem={problem} onSubmit={submit}>
      <EmailField {...field('email')} label={t('account.email')} />
    </SmallForm>
  )
}

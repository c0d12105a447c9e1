import { EmailField } from '../forms/text-field'
import { api } from '../http/api'
import { t } from '../../lib/site'
import { SmallForm } from '../forms/small-form'
import { credentialText, forgotSchema, type Draft } from './account-schemas'
import { useForm } from '../forms/use-form'

export interface ForgotProps {
  /** The prefix of the ids of the fields. */
  id: string
  draft: Draft
  changeDraft: (part: Partial<Draft>) => void
  /** Called with the address that a mail was sent to. */
  onSent: (email: string) => void
}

/** The form that requests a link to choose a new password. */
export function ForgotForm({ id, draft, changeDraft, onSent }: ForgotProps) {
  const { field, busy, problem, submit } = useForm({
    id,
    text: credentialText,
    schema: forgotSchema,
    values: { email: draft.email },
    keep: changeDraft,
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

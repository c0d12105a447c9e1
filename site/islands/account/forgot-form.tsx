import { EmailField } from '../../components/ui/text-field'
import { forgotPassword } from '../../lib/account'
import { site } from '../../lib/site'
import { AskingForm } from './asking-form'
import { forgotSchema } from './credentials'
import type { StepProps } from './draft'
import { useAsking } from './use-asking'

interface Props extends Omit<StepProps, 'go'> {
  onSent: (email: string) => void
}

/** Asks for the link to choose a new password. */
export function ForgotForm({ id, draft, keep, onSent }: Props) {
  const { t } = site()
  const { field, busy, problem, submit } = useAsking({
    id,
    schema: forgotSchema,
    values: { email: draft.email },
    send: async ({ email }) => {
      await forgotPassword(email)
      onSent(email)
    },
  })
  return (
    <AskingForm label={t('account.sendLink')} busy={busy} problem={problem} onSubmit={submit}>
      <EmailField {...keep(field('email'))} label={t('account.email')} />
    </AskingForm>
  )
}

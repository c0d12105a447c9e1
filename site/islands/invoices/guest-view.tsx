import { useState } from 'react'
import * as v from 'valibot'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { Section } from '../../components/blocks/section'
import { Button } from '../../components/ui/button'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { emailAddress, required } from '../../features/forms/rules'
import { MailSent } from '../../features/forms/sent'
import { SmallForm } from '../../features/forms/small-form'
import { EmailField, TextField } from '../../features/forms/text-field'
import { useForm } from '../../features/forms/use-form'
import { api } from '../../features/http/api'
import { t } from '../../lib/site'

interface Props {
  /** The visitor came by an expired link to open an account. */
  expired: boolean
}

/** What guests see in place of invoices: the buttons to sign in, and the form that finds one order. */
export function GuestView({ expired }: Props) {
  const text = expired
    ? { icon: 'mail' as const, title: t('account.expired'), text: t('account.expiredText') }
    : { icon: 'person' as const, title: t('invoices.login'), text: t('invoices.loginText') }
  return (
    <>
      <EmptyTicket {...text}>
        <SignInButtons />
      </EmptyTicket>
      <FindOrder />
    </>
  )
}

/** The buttons to sign in and to sign up. */
export function SignInButtons() {
  return (
    <div className="sign-in-buttons">
      <Button label={t('account.signIn')} onClick={() => openAccountDialog('sign-in')} />
      <Button variant="outlined" label={t('account.signUp')} onClick={() => openAccountDialog('sign-up')} />
    </div>
  )
}

/**
 * Accepts a reference with spaces, in small letters, as the number of its invoice, or copied with the marks of
 * direction that Arabic mails and documents have.
 */
const referenceSchema = v.pipe(
  required,
  v.transform((text) =>
    text
      .toUpperCase()
      .replace(/[\s\p{Cf}-]/gu, '')
      .replace(/^INV(?=.{8}$)/, ''),
  ),
  v.maxLength(20, 'max'),
)
const schema = v.object({ reference: referenceSchema, email: emailAddress })

/** Mails the link to an order to the guest who placed it. */
export function FindOrder() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <Section title={t('findOrder.title')} className="find-order">
      {sentTo ? (
        <MailSent
          focused
          message={(placeholders) => t('findOrder.sent', placeholders)}
          email={sentTo}
          backLabel={t('findOrder.again')}
          onBack={() => setSentTo(undefined)}
        />
      ) : (
        <Form onSent={setSentTo} />
      )}
    </Section>
  )
}

function Form({ onSent }: { onSent: (email: string) => void }) {
  const { field, busy, problem, submit } = useForm({
    id: 'find-order',
    schema,
    values: { reference: '', email: '' },
    send: async (values) => {
      await api('POST', '/orders/lookup', { body: values })
      onSent(values.email)
    },
  })
  return (
    <>
      <p className="muted">{t('findOrder.text')}</p>
      <SmallForm secondary label={t('findOrder.send')} busy={busy} problem={problem} onSubmit={submit}>
        <div className="field-grid">
          <TextField
            {...field('reference')}
            label={t('findOrder.reference')}
            hint={t('findOrder.referenceHint')}
            dir="ltr"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <EmailField {...field('email')} label={t('account.email')} />
        </div>
      </SmallForm>
    </>
  )
}

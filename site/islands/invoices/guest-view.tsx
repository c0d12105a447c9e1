import { EmptyTicket } from '../../components/blocks/empty-state'
import { Button } from '../../components/ui/button'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { t } from '../../lib/site'
import { FindOrder } from './find-order'

interface Props {
  /** The visitor came by an expired link to open an account. */
  expired?: boolean
}

/** What guests see in place of invoices: the buttons to sign in, and the form that finds one order. */
export function GuestView({ expired = false }: Props) {
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

import { EmptyTicket } from '../../components/blocks/empty-state'
import { Button } from '../../components/ui/button'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { site } from '../../lib/site'
import { FindOrder } from './find-order'

interface Props {
  /** He came by a link that opens an account, and it does not any more. */
  expired?: boolean
}

/** What a guest sees in place of invoices: the way to sign in, and the way to one order. */
export function GuestView({ expired = false }: Props) {
  const { t } = site()
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

/** Both ways into an account. */
export function SignInButtons() {
  const { t } = site()
  return (
    <div className="sign-in-buttons">
      <Button label={t('account.signIn')} onClick={() => openAccountDialog('sign-in')} />
      <Button variant="outlined" label={t('account.signUp')} onClick={() => openAccountDialog('sign-up')} />
    </div>
  )
}

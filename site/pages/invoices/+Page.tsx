import { EmptyState } from '../../components/empty-state'
import { site } from '../../lib/site'

export function Page() {
  const { t, listingPath } = site()
  return (
    <EmptyState
      icon="ticket"
      title={t('invoices.login')}
      text={t('invoices.loginText')}
      action={{ path: listingPath, label: t('cart.browse') }}
    />
  )
}

import { EmptyState } from '../../components/empty-state'
import { site } from '../../lib/site'

export function Page() {
  const { t } = site()
  return (
    <EmptyState
      icon="ticket"
      title={t('checkout.empty')}
      text={t('checkout.emptyText')}
      action={{ path: '/cart', label: t('nav.cart') }}
    />
  )
}

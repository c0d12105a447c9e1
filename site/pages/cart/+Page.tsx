import { EmptyState } from '../../components/empty-state'
import { site } from '../../lib/site'

export function Page() {
  const { t, listingPath } = site()
  return (
    <EmptyState
      icon="ticket"
      title={t('cart.empty')}
      text={t('cart.emptyText')}
      action={{ path: listingPath, label: t('cart.browse') }}
    />
  )
}

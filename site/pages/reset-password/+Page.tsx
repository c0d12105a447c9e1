import { EmptyState } from '../../components/empty-state'
import { site } from '../../lib/site'

export function Page() {
  const { t } = site()
  return (
    <EmptyState
      icon="mail"
      title={t('reset.title')}
      text={t('reset.text')}
      action={{ path: '/contact-us', label: t('nav.contact') }}
    />
  )
}

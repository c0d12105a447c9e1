import { site, t } from '../../lib/site'
import { EmptyTicket } from '../../components/blocks/empty-state'

/** The text of an empty cart. */
export function EmptyCart() {
  const { listingPath } = site()
  return (
    <EmptyTicket
      icon="ticket"
      title={t('cart.empty')}
      text={t('cart.emptyText')}
      action={{ path: listingPath, label: t('cart.browse') }}
    />
  )
}

/** The text of a checkout with an empty cart. */
export function EmptyCheckout() {
  return (
    <EmptyTicket
      icon="ticket"
      title={t('checkout.empty')}
      text={t('checkout.emptyText')}
      action={{ path: '/cart', label: t('nav.cart') }}
    />
  )
}

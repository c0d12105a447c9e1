import { Icon } from '../../components/ui/icon'
import { untilText } from '../../features/order/booking'
import type { CartItem } from '../../features/cart/cart'
import { href, t } from '../../lib/site'

/** Shows the expiration of an agreed price, by the clock of its place; once expired, the link to ask for another. */
export function AgreedPrice({ item }: { item: CartItem }) {
  const { agreed, agreedUntil, agreedEnded, product } = item
  if (agreed) {
    return (
      <>
        <p className="small muted">
          <Icon name="info" /> {t('cart.agreed')}
        </p>
        <p className="small">
          {agreedUntil ? t('cart.agreedUntil', { moment: untilText(agreedUntil, item) }) : t('cart.agreedForever')}
        </p>
      </>
    )
  }
  if (!agreedEnded) return null
  return (
    <p className="small">
      <Icon name="info" /> {t('cart.agreedOver')}{' '}
      {product.path && (
        <a className="go link" href={href(product.path)}>
          {t('cart.askAgain')}
        </a>
      )}
    </p>
  )
}

import { Icon } from '../../components/ui/icon'
import type { CartItem } from '../../lib/cart'
import { formatMoment } from '../../lib/format'
import { site } from '../../lib/site'

interface Props {
  item: CartItem
}

/** Until when a price that was agreed on holds; where it does no more, the way to another. */
export function Agreed({ item: { agreed, agreedUntil, agreedEnded, product } }: Props) {
  const { t, href } = site()
  if (agreed) {
    return (
      <>
        <p className="small muted">
          <Icon name="info" /> {t('cart.agreed')}
        </p>
        <p className="small">
          {agreedUntil ? t('cart.agreedUntil', { moment: formatMoment(agreedUntil) }) : t('cart.agreedForever')}
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

import type { ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'

/** The tag above a product's title: that it is sold out or closed, or the editors' own label. */
export function CardTag({ card }: { card: ProductCard }) {
  const { t } = site()
  if (card.status === 'SOLD_OUT') return <p className="tag">{t('card.soldOut')}</p>
  if (card.status === 'CLOSED') return <p className="tag">{t('card.closed')}</p>
  const label = card.labels?.[0]
  return label ? <p className="tag">{label.name}</p> : null
}

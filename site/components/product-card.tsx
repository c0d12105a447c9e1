import { formatDuration } from '../lib/format'
import type { ProductCard as Card } from '../lib/payload.gen'
import { site } from '../lib/site'
import { PriceFrom } from './price-from'
import { RatingLine } from './rating-line'
import { Picture } from './ui/picture'

export interface ProductCardProps {
  card: Card
  /** A city's own page need not name the city on every card. */
  place?: 'city' | 'category'
}

/** A product as a small ticket: picture, title, facts, tear, price. The title's link covers the whole card. */
export function ProductCard({ card, place = 'city' }: ProductCardProps) {
  const { t, productHref } = site()
  return (
    <li className="card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="card-body">
        <p className="card-place">{card[place].name}</p>
        <h3 className="card-title">
          <a href={productHref({ slug: card.slug, city: card.city.id })}>{card.title}</a>
        </h3>
        <p className="card-facts">
          <span className="icon-clock">{formatDuration(card.duration)}</span>
          {card.pickup && <span className="icon-bus">{t('card.pickup')}</span>}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
      </div>
      <p className="card-price">
        <PriceFrom price={card.price} />
      </p>
    </li>
  )
}

export function CardTag({ card }: { card: Card }) {
  const { t } = site()
  if (card.status === 'SOLD_OUT') return <p className="tag">{t('card.soldOut')}</p>
  if (card.status === 'CLOSED') return <p className="tag">{t('card.closed')}</p>
  const label = card.labels?.[0]
  return label ? <p className="tag">{label.name}</p> : null
}

import { CardTag, type ProductCardProps } from './product-card'
import { PriceFrom } from './price-from'
import { RatingLine } from './rating-line'
import { Picture } from './ui/picture'
import { formatDuration } from '../lib/format'
import { site } from '../lib/site'

/** The classic brand's card: no frame, the picture first, price and facts under one rule. */
export function ClassicCard({ card, place = 'city' }: ProductCardProps) {
  const { t, productHref } = site()
  const facts = [formatDuration(card.duration), card.pickup ? t('card.pickup') : '', card[place].name].filter(Boolean)
  return (
    <li className="card classic-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <h3 className="card-title">
        <a href={productHref({ slug: card.slug, city: card.city.id })}>{card.title}</a>
      </h3>
      <p className="small muted">{facts.join(' · ')}</p>
      <p className="classic-price">
        <span>
          <PriceFrom price={card.price} />
        </span>
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

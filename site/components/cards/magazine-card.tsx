import { dot } from '../../lib/i18n/dot'
import { formatDuration, formatList, languageName } from '../../lib/i18n/format'
import type { ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'
import type { CardProps } from './card'

/** A magazine's entry: words beside the picture, what matters in one line, the price in the margin. */
export function MagazineCard({ card, place = 'city' }: CardProps) {
  return (
    <li className="card magazine-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="magazine-words">
        <p className="card-place">{card[place].name}</p>
        <CardTitle card={card} />
        <p className="magazine-facts">{factsOf(card).join(dot)}</p>
      </div>
      <p className="magazine-margin price-line">
        <PriceFrom price={card.price} />
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

function factsOf({ duration, pickup, freeCancellation, guides }: ProductCard): string[] {
  const { t } = site()
  const facts = [formatDuration(duration)]
  if (pickup) facts.push(t('card.pickup'))
  if (freeCancellation) facts.push(t('card.freeCancellation'))
  if (guides?.length) facts.push(formatList(guides.map(languageName)))
  return facts
}

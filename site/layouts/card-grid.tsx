import type { ProductCard as Card } from '../lib/payload.gen'
import { site } from '../lib/site'
import { layouts, type LayoutType } from './index'

interface Props {
  cards: Card[]
  place?: 'city' | 'category'
}

/** Products as the deployment's layout shows them. */
export function CardGrid({ cards, place }: Props) {
  const { ProductCard } = layouts[site().shell.layoutType as LayoutType]
  return (
    <ul className="card-grid">
      {cards.map((card) => (
        <ProductCard key={card.slug} card={card} place={place} />
      ))}
    </ul>
  )
}

import type { ProductCard as Card } from '../lib/payload.gen'
import { site } from '../lib/site'
import { ClassicCard } from './classic-card'
import { ProductCard } from './product-card'

/** The card of each layout type. */
const cardsOf: Record<string, typeof ProductCard> = {
  default: ProductCard,
  'supplier-classic': ClassicCard,
}

interface Props {
  cards: Card[]
  place?: 'city' | 'category'
}

/** Products as the deployment's layout shows them. */
export function CardGrid({ cards, place }: Props) {
  const { layoutType } = site().shell
  const OwnCard = cardsOf[layoutType]
  if (!OwnCard) throw new Error(`no product card for the layout type "${layoutType}"`)
  return (
    <ul className="card-grid">
      {cards.map((card) => (
        <OwnCard key={card.slug} card={card} place={place} />
      ))}
    </ul>
  )
}

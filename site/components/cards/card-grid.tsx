import type { LayoutType, ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { sortByFirstStart } from '../../lib/product/timetable'
import {
  BoardHead,
  ClassicCard,
  DepartureRow,
  DeskRow,
  EditorialCard,
  MagazineCard,
  OverlayCard,
  TicketCard,
} from './cards'

/** The card of each layout type. */
const cardComponents: Record<LayoutType, typeof TicketCard> = {
  default: TicketCard,
  'supplier-classic': ClassicCard,
  'supplier-editorial': EditorialCard,
  'supplier-compact': DeskRow,
  'template-two': MagazineCard,
  'template-four': DepartureRow,
  transparent: OverlayCard,
}

interface Props {
  cards: ProductCard[]
  place?: 'city' | 'category'
  /** Batch size for sorting a timetable, all by default: one page when results are appended, 1 to keep the order. */
  batchSize?: number
}

/** Products as the deployment's layout shows them. */
export function CardGrid({ cards, place, batchSize }: Props) {
  const { layoutType } = site().shell
  const Card = cardComponents[layoutType]
  const isBoard = layoutType === 'template-four'
  return (
    <>
      {isBoard && <BoardHead />}
      <ul className="card-grid" data-timetable={isBoard && batchSize !== 1 ? (batchSize ?? 0) : undefined}>
        {(isBoard ? sortByFirstStart(cards, batchSize) : cards).map((card) => (
          <Card key={card.slug} card={card} place={place} />
        ))}
      </ul>
    </>
  )
}

import type { LayoutType, ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { timetable } from '../../lib/product/timetable'
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
const cardOf: Record<LayoutType, typeof TicketCard> = {
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
  run?: number
}

/** Products as the deployment's layout shows them. */
export function CardGrid({ cards, place, run }: Props) {
  const { layoutType } = site().shell
  const Card = cardOf[layoutType]
  const board = layoutType === 'template-four'
  return (
    <>
      {board && <BoardHead />}
      <ul className="card-grid" data-timetable={board && run !== 1 ? (run ?? 0) : undefined}>
        {(board ? timetable(cards, run) : cards).map((card) => (
          <Card key={card.slug} card={card} place={place} />
        ))}
      </ul>
    </>
  )
}

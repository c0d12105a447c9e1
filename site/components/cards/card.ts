import type { ProductCard } from '../../lib/payload.gen'

/** What every layout's card is given. */
export interface CardProps {
  card: ProductCard
  /** A city's own page need not name the city on every card. */
  place?: 'city' | 'category'
}

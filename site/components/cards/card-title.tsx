import type { ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'

/** What a card is called, and the way to its page: the link covers the whole card. */
export function CardTitle({ card: { slug, city, title } }: { card: ProductCard }) {
  return (
    <h3 className="card-title">
      <a href={site().productHref({ slug, city: city.id })}>{title}</a>
    </h3>
  )
}

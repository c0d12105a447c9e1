import { RatingLine } from '../../components/product/rating-line'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  title: string
  product: ProductDetail
}

export function ProductHead({ title, product }: Props) {
  const { t } = site()
  const { rating, location, supplier } = product
  const tags = tagsOf(product)
  return (
    <header className="product-head">
      {tags.length > 0 && (
        <ul className="tags">
          {tags.map((name) => (
            <li key={name} className="tag">
              {name}
            </li>
          ))}
        </ul>
      )}
      <h1>{title}</h1>
      <p className="product-meta">
        {rating && (
          <a className="rating-link" href="#reviews">
            <RatingLine rating={rating} />
          </a>
        )}
        <span className="icon-pin">{location.place}</span>
        <span className="muted">{t('product.runBy', { supplier: supplier.name })}</span>
      </p>
    </header>
  )
}

/** What editors call a product; where it cannot be booked, that and nothing else. */
function tagsOf({ status, labels = [] }: ProductDetail): string[] {
  const { t } = site()
  if (status === 'SOLD_OUT') return [t('card.soldOut')]
  if (status === 'CLOSED') return [t('card.closed')]
  return labels.map(({ name }) => name)
}

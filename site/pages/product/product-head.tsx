import { RatingLine } from '../../components/rating-line'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  title: string
  product: ProductDetail
}

export function ProductHead({ title, product: { rating, location, labels, supplier } }: Props) {
  const { t } = site()
  return (
    <header className="product-head">
      {labels && labels.length > 0 && (
        <ul className="tags">
          {labels.map(({ id, name }) => (
            <li key={id} className="tag">
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

import { OtherLanguageNote } from '../../components/blocks/other-language-note'
import { tagsOf } from '../../components/cards/cards'
import { RatingLine } from '../../components/product/rating-line'
import type { PageProps } from '../../lib/payload'
import { t } from '../../lib/site'

export function ProductHead({ payload: { title, product, writtenIn } }: PageProps<'product'>) {
  const { rating, location, supplier } = product
  const tags = tagsOf(product)
  return (
    <header className="product-head">
      <OtherLanguageNote writtenIn={writtenIn} />
      {tags.length > 0 && (
        <ul className="tags">
          {tags.map(({ name, writtenIn: own }) => (
            <li key={name} className="tag" lang={own?.lang}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <h1 {...writtenIn}>{title}</h1>
      <p className="product-meta">
        {rating && (
          <a className="rating-link" href="#reviews">
            <RatingLine rating={rating} />
          </a>
        )}
        <span className="icon-pin" {...writtenIn}>
          {location.place}
        </span>
        <span className="muted">{t('product.runBy', { supplier: supplier.name })}</span>
      </p>
    </header>
  )
}

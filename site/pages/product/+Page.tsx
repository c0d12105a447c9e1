import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { Itinerary } from '../../components/product/itinerary'
import { ListBlock } from '../../components/product/list-block'
import { Prose } from '../../components/blocks/prose'
import { Section } from '../../components/blocks/section'
import { MapLink } from '../../components/product/map-link'
import { Island } from '../../components/island'
import { GalleryStrip } from '../../components/blocks/gallery-strip'
import { CardGrid } from '../../components/cards/card-grid'
import type { PageProps } from '../../lib/payload'
import { t } from '../../lib/site'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { TicketAside } from './ticket-aside'
import { Facts } from './facts'
import { Practical } from './practical'
import { Transfers } from './transfers'
import { ReviewsFallback } from '../../islands/reviews/fallback'
import { ForeignNote } from '../../components/blocks/foreign-note'
import { RatingLine } from '../../components/product/rating-line'
import type { Named, ProductDetail, Language } from '../../lib/payload.gen'
import { OptionList } from '../../components/product/option-list'
import { Amount } from '../../components/ui/amount'

export function Page({ payload }: PageProps<'product'>) {
  const { city, categories, product, related, writtenIn } = payload
  const [category] = categories
  return (
    <div className="wrap">
      <Breadcrumb
        steps={[
          { ...city, path: cityPath(city) },
          ...(category ? [{ ...category, path: categoryPath(category) }] : []),
          { name: payload.title, writtenIn },
        ]}
      />
      <div className="product-grid" data-product={payload.slug}>
        <div className="product-start">
          <ProductHead payload={payload} />
          <Island name="gallery" fallback={<GalleryStrip images={product.images} />} />
          <Facts product={product} />
        </div>
        <aside className="product-aside" id="ticket" aria-label={t('ticket.title')}>
          <TicketAside payload={payload} />
        </aside>
        <div className="product-main">
          <section className="part">
            <h2>{t('product.overview')}</h2>
            <Prose html={product.overview} written={writtenIn} />
          </section>
          <ListBlock title={t('product.highlights')} items={product.highlights} icon="star" written={writtenIn} />
          <OptionSection product={product} written={writtenIn} />
          <div className="pair">
            <ListBlock title={t('product.includes')} items={product.includes} icon="check" written={writtenIn} />
            <ListBlock title={t('product.excludes')} items={product.excludes} icon="cross" written={writtenIn} />
          </div>
          {product.itinerary && product.itinerary.length > 0 && (
            <section className="part">
              <h2>{t('product.itinerary')}</h2>
              <Itinerary steps={product.itinerary} written={writtenIn} />
            </section>
          )}
          <Transfers product={product} written={writtenIn} />
          <div className="pair">
            <ListBlock title={t('product.know')} items={product.knowBeforeYouGo} icon="info" written={writtenIn} />
            <ListBlock title={t('product.bring')} items={product.whatToBring} icon="bag" written={writtenIn} />
          </div>
          <section className="part">
            <h2>{t('product.location')}</h2>
            <MapLink location={product.location} written={writtenIn} />
          </section>
          <Practical product={product} />
          <ReviewSection payload={payload} />
        </div>
      </div>
      {related.length > 0 && (
        <Section title={t('product.related')} className="shelf related" id="related">
          <CardGrid cards={related} />
        </Section>
      )}
    </div>
  )
}

function ReviewSection({ payload: { product } }: PageProps<'product'>) {
  const { reviews = [] } = product
  const approved = reviews.flatMap(({ id }) => id ?? [])
  return (
    <section className="part" id="reviews" data-approved={approved.join(' ')}>
      <h2>{t('product.reviews')}</h2>
      <Island name="reviews" fallback={<ReviewsFallback reviews={reviews} />} />
    </section>
  )
}

function ProductHead({ payload: { title, product, writtenIn } }: PageProps<'product'>) {
  const { rating, location, supplier } = product
  const tags = tagsOf(product)
  return (
    <header className="product-head">
      <ForeignNote written={writtenIn} />
      {tags.length > 0 && (
        <ul className="tags">
          {tags.map(({ name, writtenIn: own }) => (
            <li key={name} className="tag" lang={own?.lang}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <h1 lang={writtenIn?.lang} dir={writtenIn?.dir}>
        {title}
      </h1>
      <p className="product-meta">
        {rating && (
          <a className="rating-link" href="#reviews">
            <RatingLine rating={rating} />
          </a>
        )}
        <span className="icon-pin" lang={writtenIn?.lang} dir={writtenIn?.dir}>
          {location.place}
        </span>
        <span className="muted">{t('product.runBy', { supplier: supplier.name })}</span>
      </p>
    </header>
  )
}

/** Returns the tags of a product: that it cannot be booked, or else the editors' labels. */
function tagsOf({ status, labels = [] }: ProductDetail): Omit<Named, 'id'>[] {
  if (status === 'SOLD_OUT') return [{ name: t('card.soldOut') }]
  if (status === 'CLOSED') return [{ name: t('card.closed') }]
  return labels
}

interface Props {
  product: ProductDetail
  written: Language | undefined
}

function OptionSection({ product, written }: Props) {
  return (
    <section className="part" id="options">
      <h2>{t('product.options')}</h2>
      <OptionList product={product} written={written} />
      {product.extras && product.extras.length > 0 && (
        <>
          <h3>{t('product.extras')}</h3>
          <Extras product={product} written={written} />
        </>
      )}
    </section>
  )
}

function Extras({ product: { extras = [], currency, currencyExponent: exponent }, written }: Props) {
  return (
    <ul className="units extras">
      {extras.map((extra) => (
        <li key={extra.id}>
          <span lang={written?.lang} dir={written?.dir}>
            {extra.title}
            {extra.description && <small>{extra.description}</small>}
          </span>
          <span>
            <b>
              <Amount money={{ amount: extra.price, currency, exponent }} />
            </b>{' '}
            <small>{t(extra.pricingPer === 'UNIT' ? 'product.extraEach' : 'product.extraOnce')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

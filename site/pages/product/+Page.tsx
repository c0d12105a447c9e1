import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { Section } from '../../components/blocks/section'
import { Island } from '../../components/island'
import { GalleryStrip } from '../../components/blocks/gallery-strip'
import { CardGrid } from '../../components/cards/card-grid'
import type { PageProps } from '../../lib/payload'
import { t } from '../../lib/site'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { TicketAside } from './ticket-aside'
import { Facts } from './facts'
import { OptionSection } from './option-list'
import { Itinerary, ListBlock, LocationLines, Overview, Practical } from './parts'
import { ProductHead } from './product-head'
import { Transfers } from './transfers'
import { ReviewsFallback } from '../../islands/reviews/fallback'

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
            <Overview product={product} writtenIn={writtenIn} />
          </section>
          <ListBlock title={t('product.highlights')} items={product.highlights} icon="star" writtenIn={writtenIn} />
          <OptionSection product={product} writtenIn={writtenIn} title={payload.title} />
          <div className="pair">
            <ListBlock title={t('product.includes')} items={product.includes} icon="check" writtenIn={writtenIn} />
            <ListBlock title={t('product.excludes')} items={product.excludes} icon="cross" writtenIn={writtenIn} />
          </div>
          {product.itinerary && product.itinerary.length > 0 && (
            <section className="part">
              <h2>{t('product.itinerary')}</h2>
              <Itinerary steps={product.itinerary} writtenIn={writtenIn} />
            </section>
          )}
          <Transfers product={product} writtenIn={writtenIn} />
          <div className="pair">
            <ListBlock title={t('product.know')} items={product.knowBeforeYouGo} icon="info" writtenIn={writtenIn} />
            <ListBlock title={t('product.bring')} items={product.whatToBring} icon="bag" writtenIn={writtenIn} />
          </div>
          <section className="part">
            <h2>{t('product.location')}</h2>
            <LocationLines location={product.location} writtenIn={writtenIn} />
          </section>
          <Practical product={product} />
          <ReviewSection payload={payload} />
        </div>
      </div>
      {related.length > 0 && (
        <Section title={t('product.related')} className="shelf related" id="related" pageOnly>
          <CardGrid cards={related} />
        </Section>
      )}
    </div>
  )
}

export function ReviewSection({ payload: { product } }: PageProps<'product'>) {
  const { reviews = [] } = product
  const approved = reviews.flatMap(({ id }) => id ?? [])
  return (
    <section className="part" id="reviews" data-approved={approved.join(' ')}>
      <h2>{t('product.reviews')}</h2>
      <Island name="reviews" fallback={<ReviewsFallback reviews={reviews} />} />
    </section>
  )
}

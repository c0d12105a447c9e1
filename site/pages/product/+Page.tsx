import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { Itinerary } from '../../components/product/itinerary'
import { ListBlock } from '../../components/product/list-block'
import { Prose } from '../../components/blocks/prose'
import { Section } from '../../components/blocks/section'
import { MapLink } from '../../components/product/map-link'
import { Island } from '../../components/island'
import { GalleryStrip } from '../../islands/gallery/fallback'
import { CardGrid } from '../../components/cards/card-grid'
import type { Product } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { Booking } from './ticket-aside'
import { Facts } from './facts'
import { OptionSection } from './option-section'
import { Practical } from './practical'
import { ProductHead } from './product-head'
import { ReviewSection } from './review-section'
import { Transfers } from './transfers'

interface Props {
  payload: Product
}

export function Page({ payload }: Props) {
  const { t } = site()
  const { city, categories, product, related } = payload
  const [category] = categories
  return (
    <div className="wrap">
      <Breadcrumb
        steps={[
          { name: city.name, path: cityPath(city.id) },
          ...(category ? [{ name: category.name, path: categoryPath(category.id) }] : []),
          { name: payload.title },
        ]}
      />
      <div className="product-grid" data-product={payload.slug}>
        <div className="product-start">
          <ProductHead title={payload.title} product={product} />
          <Island name="gallery" fallback={<GalleryStrip images={product.images} />} />
          <Facts product={product} />
        </div>
        <aside className="product-aside" id="ticket" aria-label={t('ticket.title')}>
          <Booking payload={payload} />
        </aside>
        <div className="product-main">
          <section className="part">
            <h2>{t('product.overview')}</h2>
            <Prose html={product.overview} />
          </section>
          <ListBlock title={t('product.highlights')} items={product.highlights} icon="star" />
          <OptionSection product={product} />
          <div className="pair">
            <ListBlock title={t('product.includes')} items={product.includes} icon="check" />
            <ListBlock title={t('product.excludes')} items={product.excludes} icon="cross" />
          </div>
          {product.itinerary && product.itinerary.length > 0 && (
            <section className="part">
              <h2>{t('product.itinerary')}</h2>
              <Itinerary steps={product.itinerary} />
            </section>
          )}
          <Transfers product={product} />
          <div className="pair">
            <ListBlock title={t('product.know')} items={product.knowBeforeYouGo} icon="info" />
            <ListBlock title={t('product.bring')} items={product.whatToBring} icon="bag" />
          </div>
          <section className="part">
            <h2>{t('product.location')}</h2>
            <MapLink location={product.location} />
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

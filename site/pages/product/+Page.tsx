import { Breadcrumb } from '../../components/breadcrumb'
import { Itinerary } from '../../components/itinerary'
import { ListBlock } from '../../components/list-block'
import { Prose } from '../../components/prose'
import { Section } from '../../components/section'
import { ExtrasList } from '../../components/extras-list'
import { MapLink } from '../../components/map-link'
import { OptionList } from '../../components/option-list'
import { Island } from '../../components/island'
import { CardGrid } from '../../layouts/card-grid'
import type { Product } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { Booking } from './booking'
import { Facts } from './facts'
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
          { name: city.name, path: `/things-to-do-in-${city.id}` },
          ...(category ? [{ name: category.name, path: `/${category.id}` }] : []),
          { name: payload.title },
        ]}
      />
      <ProductHead title={payload.title} product={product} />
      <Island name="gallery" props={{ images: product.images }} />
      <div className="product-grid">
        <div className="product-main">
          <Facts product={product} />
          <section className="block">
            <h2>{t('product.overview')}</h2>
            <Prose html={product.overview} />
          </section>
          <ListBlock title={t('product.highlights')} items={product.highlights} icon="star" />
          <section className="block" id="options">
            <h2>{t('product.options')}</h2>
            <OptionList product={product} />
            {product.extras && product.extras.length > 0 && (
              <>
                <h3>{t('product.extras')}</h3>
                <ExtrasList product={product} extras={product.extras} />
              </>
            )}
          </section>
          <div className="pair">
            <ListBlock title={t('product.includes')} items={product.includes} icon="check" />
            <ListBlock title={t('product.excludes')} items={product.excludes} icon="cross" />
          </div>
          {product.itinerary && product.itinerary.length > 0 && (
            <section className="block">
              <h2>{t('product.itinerary')}</h2>
              <Itinerary steps={product.itinerary} />
            </section>
          )}
          <Transfers product={product} />
          <div className="pair">
            <ListBlock title={t('product.know')} items={product.knowBeforeYouGo} icon="info" />
            <ListBlock title={t('product.bring')} items={product.whatToBring} icon="bag" />
          </div>
          <section className="block">
            <h2>{t('product.location')}</h2>
            <MapLink location={product.location} />
          </section>
          <Practical product={product} />
          <ReviewSection product={product} />
        </div>
        <aside className="product-aside" id="ticket" aria-label={t('ticket.title')}>
          <Booking payload={payload} />
        </aside>
      </div>
      {related.length > 0 && (
        <Section title={t('product.related')} className="related" id="related">
          <CardGrid cards={related} />
        </Section>
      )}
    </div>
  )
}

import { Prose } from '../../components/blocks/prose'
import { MapAnchor } from '../../components/product/map-anchor'
import type { IconName } from '../../components/ui/icon'
import { dot, formatDuration, formatList, formatTime, languageName } from '../../lib/i18n/format'
import type { ItineraryStep, Language, Location, ProductDetail } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface WithLanguage {
  /** The language of the words, where that is not the page's. */
  writtenIn: Language | undefined
}

interface ListProps extends WithLanguage {
  title: string
  items: string[] | undefined
  icon: IconName
}

/** What the product is: its prose, or its summary where it has none. */
export function Overview({
  product,
  writtenIn,
}: WithLanguage & { product: Pick<ProductDetail, 'overview' | 'summary'> }) {
  if (product.overview) return <Prose html={product.overview} writtenIn={writtenIn} />
  return <p {...writtenIn}>{product.summary}</p>
}

/** A short list under its own heading; nothing where there are no items. */
export function ListBlock({ title, items, icon, writtenIn }: ListProps) {
  if (!items?.length) return null
  return (
    <section className="list-block">
      <h2>{title}</h2>
      <ul className={`ticks icon-${icon}`} {...writtenIn}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

/** The itinerary as a list of steps, with marks at the start side. */
export function Itinerary({ steps, writtenIn }: WithLanguage & { steps: ItineraryStep[] }) {
  return (
    <ol className="itinerary" dir={writtenIn?.dir}>
      {steps.map(({ id, at, minutes, title, text }) => (
        <li key={id}>
          <h3 {...writtenIn}>{title}</h3>
          {(at || minutes) && (
            <p className="small muted">
              {at && <bdi>{formatTime(at)}</bdi>}
              {at && minutes ? dot : ''}
              {minutes ? <bdi>{formatDuration({ minutes })}</bdi> : ''}
            </p>
          )}
          {text && <p {...writtenIn}>{text}</p>}
        </li>
      ))}
    </ol>
  )
}

/** The place in words, and a link that any device's map opens. */
export function LocationLines({ location, writtenIn }: WithLanguage & { location: Location }) {
  const { place, address, latitude, longitude } = location
  return (
    <>
      <p className="strong" {...writtenIn}>
        {place}
      </p>
      {address && (
        <p className="muted" {...writtenIn}>
          <bdi>{address}</bdi>
        </p>
      )}
      <MapAnchor latitude={latitude} longitude={longitude} label={t('product.openMap')} />
    </>
  )
}

/** Supplier, confirmation, languages and occasions of a product. */
export function Practical({ product: { supplier, guideLanguages = [], occasions = [] } }: { product: ProductDetail }) {
  const terms = [
    { name: t('product.languages'), value: formatList(guideLanguages.map(languageName)) },
    { name: t('product.occasions'), value: occasions.map(({ name }) => name).join(dot) },
  ].filter(({ value }) => value !== '')
  return (
    <section className="part">
      <h2>{t('product.supplier')}</h2>
      <p className="strong" {...supplier.writtenIn}>
        {supplier.name}
      </p>
      <p>{t(supplier.confirmation === 'instant' ? 'product.instant' : 'product.onRequest')}</p>
      {terms.length > 0 && (
        <dl className="terms">
          {terms.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

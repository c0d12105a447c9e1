import { dot, formatList, languageName } from '../../lib/i18n/format'
import type { ProductDetail } from '../../lib/payload.gen'
import { t } from '../../lib/site'

/** Supplier, confirmation, languages and ages of a product. */
export function Practical({ product: { supplier, guideLanguages, occasions } }: { product: ProductDetail }) {
  const spoken = guideLanguages?.length ? formatList(guideLanguages.map(languageName)) : ''
  const goodFor = (occasions ?? []).map(({ name }) => name).join(dot)
  return (
    <section className="part">
      <h2>{t('product.supplier')}</h2>
      <p className="strong" {...supplier.writtenIn}>
        {supplier.name}
      </p>
      <p>{t(supplier.confirmation === 'instant' ? 'product.instant' : 'product.onRequest')}</p>
      {(spoken || goodFor) && (
        <dl className="terms">
          {spoken && (
            <div>
              <dt>{t('product.languages')}</dt>
              <dd>{spoken}</dd>
            </div>
          )}
          {goodFor && (
            <div>
              <dt>{t('product.occasions')}</dt>
              <dd>{goodFor}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}

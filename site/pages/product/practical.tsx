import { formatList, languageName } from '../../lib/format'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

/** Who runs it, how it is confirmed, in which languages, for whom. */
export function Practical({ product: { supplier, guideLanguages, occasions } }: Props) {
  const { t } = site()
  return (
    <section className="part">
      <h2>{t('product.supplier')}</h2>
      <p className="strong">{supplier.name}</p>
      <p>{t(supplier.confirmation === 'instant' ? 'product.instant' : 'product.onRequest')}</p>
      <dl className="terms">
        {guideLanguages && guideLanguages.length > 0 && (
          <div>
            <dt>{t('product.languages')}</dt>
            <dd>{formatList(guideLanguages.map(languageName))}</dd>
          </div>
        )}
        {occasions && occasions.length > 0 && (
          <div>
            <dt>{t('product.occasions')}</dt>
            <dd>{occasions.map(({ name }) => name).join(' · ')}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

import { ExtrasList } from '../../components/product/extras-list'
import { OptionList } from '../../components/product/option-list'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

export function OptionSection({ product }: Props) {
  const { t } = site()
  return (
    <section className="part" id="options">
      <h2>{t('product.options')}</h2>
      <OptionList product={product} />
      {product.extras && product.extras.length > 0 && (
        <>
          <h3>{t('product.extras')}</h3>
          <ExtrasList product={product} extras={product.extras} />
        </>
      )}
    </section>
  )
}

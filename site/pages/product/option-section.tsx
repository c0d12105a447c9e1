import { Amount } from '../../components/ui/amount'
import type { Language, ProductDetail } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { OptionList } from './option-list'

interface Props {
  product: ProductDetail
  written: Language | undefined
}

export function OptionSection({ product, written }: Props) {
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
          <span {...written}>
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

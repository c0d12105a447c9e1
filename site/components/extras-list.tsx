import type { Extra, ProductDetail } from '../lib/payload.gen'
import { site } from '../lib/site'
import { Amount } from './ui/amount'

interface Props {
  product: ProductDetail
  extras: Extra[]
}

export function ExtrasList({ product, extras }: Props) {
  const { t } = site()
  const { currency, currencyExponent: exponent } = product
  return (
    <ul className="units extras">
      {extras.map((extra) => (
        <li key={extra.id} className="unit">
          <span>
            {extra.title}
            {extra.description && <span className="muted small block">{extra.description}</span>}
          </span>
          <span>
            <b>
              <Amount money={{ amount: extra.price, currency, exponent }} />
            </b>{' '}
            <span className="muted small">
              {t(extra.pricingPer === 'UNIT' ? 'product.extraEach' : 'product.extraOnce')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

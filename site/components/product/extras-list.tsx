import type { Extra, ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { Amount } from '../ui/amount'

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
        <li key={extra.id}>
          <span>
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

import type { components } from '../http/api.gen'
import type { Currency, PriceDetails } from './booking'
import { moneyIn } from '../../lib/money/price'
import { dot } from '../../lib/i18n/format'
import { countedAs, perText } from '../../lib/i18n/per'
import { t } from '../../lib/site'
import { lengthText, unitTitle } from '../../lib/i18n/units'
import { Amount } from '../../components/ui/amount'
import { Sum } from './sum'

type Line = components['schemas']['PriceLine']

interface Props {
  price: PriceDetails
  currency: Currency
  /** Whether the amounts are those of an order, which were charged. */
  exact?: boolean
}

/** The lines of a price. */
export function PriceLines({ price, ...sum }: Props) {
  return (
    <ul className="sums">
      {price.lines.map((line) => (
        <Sum {...sum} key={`${line.kind} ${line.id}`} text={<LineText {...sum} line={line} />} amount={line.amount} />
      ))}
      {price.discount > 0 && (
        <>
          <Sum {...sum} text={t('cart.original')} amount={price.original} />
          <Sum {...sum} className="sums-off" text={t('cart.discount')} amount={-price.discount} />
        </>
      )}
    </ul>
  )
}

function LineText({ line, currency, exact }: Omit<Props, 'price'> & { line: Line }) {
  const { quantity, length, unitPrice, originalUnitPrice, pricedBy } = line
  const stay = lengthText(length, pricedBy === 'NIGHT' ? 'NIGHT' : 'DAY')
  const title = unitTitle({ type: line.type ?? 'OTHER', title: line.title })
  return (
    <>
      {line.kind === 'booking' ? title : t('cart.counted', { quantity, title })}
      {stay && dot + stay}
      {line.kind !== 'booking' && (
        <small className="muted block">
          {originalUnitPrice !== undefined && (
            <s>
              <span className="sr-only">{t('card.wasPrice')} </span>
              <Amount exact={exact} money={moneyIn(currency, originalUnitPrice)} />
            </s>
          )}{' '}
          <Amount exact={exact} money={moneyIn(currency, unitPrice)} />{' '}
          {pricedBy ? perText({ per: pricedBy, of: countedAs(line.type) }) : t('cart.each')}
        </small>
      )}
    </>
  )
}

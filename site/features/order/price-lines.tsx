import type { components } from '../http/api.gen'
import { lengthText, moneyIn, type Currency, type PriceDetails } from './booking'
import { countedAs, perText } from '../../lib/i18n/per'
import { site } from '../../lib/site'
import { unitTitle } from '../../lib/i18n/units'
import { Amount } from '../../components/ui/amount'

type Line = components['schemas']['PriceLine']

interface Props {
  price: PriceDetails
  currency: Currency
  /** They are an order's: what was charged. */
  exact?: boolean
}

/** What a price is made of, line by line. */
export function PriceLines({ price, currency, exact }: Props) {
  const { t } = site()
  return (
    <ul className="sums">
      {price.lines.map((line) => (
        <li key={`${line.kind} ${line.id}`}>
          <LineText line={line} currency={currency} exact={exact} />
          <Amount exact={exact} money={moneyIn(currency, line.amount)} />
        </li>
      ))}
      {price.discount > 0 && (
        <>
          <li>
            <span>{t('cart.original')}</span>
            <Amount exact={exact} money={moneyIn(currency, price.original)} />
          </li>
          <li className="sums-off">
            <span>{t('cart.discount')}</span>
            <Amount exact={exact} money={moneyIn(currency, -price.discount)} />
          </li>
        </>
      )}
    </ul>
  )
}

function LineText({ line, currency, exact }: Omit<Props, 'price'> & { line: Line }) {
  const { t } = site()
  const { quantity, length, unitPrice, originalUnitPrice, pricedBy } = line
  const stay = lengthText(length, pricedBy === 'NIGHT' ? 'NIGHT' : 'DAY')
  const title = unitTitle({ type: line.type ?? 'OTHER', title: line.title })
  return (
    <span>
      {line.kind === 'booking' ? title : t('cart.counted', { quantity, title })}
      {stay && ` · ${stay}`}
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
    </span>
  )
}

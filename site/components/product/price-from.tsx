import type { Price } from '../../lib/payload.gen'
import { perText } from '../../lib/i18n/per'
import { t } from '../../lib/site'
import { Amount } from '../ui/amount'

interface Props {
  /** Absent if there is no fixed price. */
  price?: Price
  /** It is the chosen option's price, not the lowest of several. */
  isOptionPrice?: boolean
}

/** "from AED 395 per person", with the price before a discount; "Free". */
export function PriceFrom({ price, isOptionPrice }: Props) {
  if (!price?.amount) return <b className="price-amount">{t(price ? 'unit.free' : 'card.onRequest')}</b>
  return (
    <>
      {(!isOptionPrice || price.original) && (
        <span className="price-from">
          {!isOptionPrice && `${t('card.from')} `}
          {price.original ? (
            <s>
              <span className="sr-only">{t('card.wasPrice')} </span>
              <Amount money={{ ...price, amount: price.original }} />
            </s>
          ) : null}
        </span>
      )}
      <Amount className={price.original ? 'price-amount price-now' : 'price-amount'} money={price} />
      <span className="muted">{perText(price)}</span>
    </>
  )
}

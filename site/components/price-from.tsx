import type { Price } from '../lib/payload.gen'
import { site } from '../lib/site'
import { Amount } from './ui/amount'

interface Props {
  /** Absent where there is no fixed price. */
  price?: Price
}

/** "from AED 395 per person", with the price before a discount. */
export function PriceFrom({ price }: Props) {
  const { t } = site()
  if (!price) return <b className="price-amount">{t('card.onRequest')}</b>
  return (
    <>
      <span className="price-from">
        {t('card.from')}{' '}
        {price.original ? (
          <s>
            <span className="sr-only">{t('card.wasPrice')} </span>
            <Amount money={{ ...price, amount: price.original }} />
          </s>
        ) : null}
      </span>
      <Amount className={price.original ? 'price-amount price-now' : 'price-amount'} money={price} />
      <span className="muted">{t(`per.${price.per as 'PERSON'}`)}</span>
    </>
  )
}

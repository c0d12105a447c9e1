import { formatAges } from '../lib/ages'
import { formatCount, formatDuration } from '../lib/format'
import type { Option, ProductDetail, Unit } from '../lib/payload.gen'
import { site } from '../lib/site'
import { unitTitle } from '../lib/units'
import { CancellationPolicy } from './cancellation-policy'
import { ScheduleLines } from './schedule-lines'
import { Amount } from './ui/amount'
import { Icon } from './ui/icon'

interface Props {
  product: ProductDetail
}

/** Every option with what it costs, when it runs and how it can be cancelled. */
export function OptionList({ product }: Props) {
  return (
    <ul className="options">
      {product.options.map((option) => (
        <li key={option.id} className="option ticket">
          <OptionHead option={option} product={product} />
          <UnitPrices option={option} product={product} />
          <div className="option-terms">
            <ScheduleLines schedule={option.schedule} />
            <CancellationPolicy tiers={option.cancellation} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function OptionHead({ option, product }: { option: Option; product: ProductDetail }) {
  const { t } = site()
  return (
    <div className="option-head">
      <h3>{option.title}</h3>
      {option.description && <p>{option.description}</p>}
      <p className="card-facts">
        <span>
          <Icon name="clock" />
          {formatDuration(option.duration ?? product.duration)}
        </span>
        {option.maxTravellers > 0 && (
          <span>
            <Icon name="people" />
            {t('travellers.upTo', { count: option.maxTravellers })}
          </span>
        )}
        {option.capacity > 0 && option.units.some(({ pricedBy }) => pricedBy === 'PERSON') && (
          <span>
            <Icon name="ticket" />
            {t('product.capacity', { n: formatCount(option.capacity) })}
          </span>
        )}
      </p>
    </div>
  )
}

function UnitPrices({ option, product }: { option: Option; product: ProductDetail }) {
  const { t } = site()
  if (product.noFixedPrice) return <p className="units strong">{t('card.onRequest')}</p>
  const money = (amount: number) => ({ amount, currency: product.currency, exponent: product.currencyExponent })
  if (option.price) {
    return (
      <p className="units unit">
        <span>{t('per.BOOKING')}</span>
        <b>
          <Amount money={option.price} />
        </b>
      </p>
    )
  }
  return (
    <ul className="units">
      {option.units.map((unit) => (
        <li key={unit.id} className="unit">
          <span>
            {unitTitle(unit)} <span className="muted small">{unitNote(unit)}</span>
          </span>
          <span>
            {unit.originalPrice ? (
              <s className="price-was">
                <Amount money={money(unit.originalPrice)} />
              </s>
            ) : null}{' '}
            <b>{unit.price === 0 ? t('unit.free') : <Amount money={money(unit.price)} />}</b>{' '}
            {unit.price > 0 && <span className="muted small">{t(`per.${unit.pricedBy as 'PERSON'}`)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function unitNote(unit: Unit): string {
  const notes = []
  if (unit.ages) notes.push(formatAges(unit.ages, true))
  if (unit.paxCount > 1 && !unit.title) notes.push(site().t('unit.seats', { count: unit.paxCount }))
  return notes.join(' · ')
}

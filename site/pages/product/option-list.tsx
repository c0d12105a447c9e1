import { dot, formatCount, formatDuration } from '../../lib/i18n/format'
import { formatAges } from '../../lib/i18n/ages'
import { policyLines } from '../../lib/i18n/cancellation-policy'
import { formatSpan } from '../../lib/i18n/span'
import { splitTerms, type Minimum, type Terms } from '../../lib/product/option-terms'
import type { CancellationTier, Language, Option, ProductDetail, Unit } from '../../lib/payload.gen'
import { perText } from '../../lib/i18n/per'
import { t } from '../../lib/site'
import { unitTitle } from '../../lib/i18n/units'
import { ScheduleLines } from './schedule-lines'
import { Amount } from '../../components/ui/amount'

interface Props {
  product: ProductDetail
  /** The language of the options' own words, where that is not the page's. */
  writtenIn: Language | undefined
}

interface TitledProps extends Props {
  /** The title of the product, which its only option may have as well. */
  title: string
}

/** The options, and the extras that can be added to each. */
export function OptionSection({ product, writtenIn, title }: TitledProps) {
  return (
    <section className="part" id="options">
      <h2>{t('product.options')}</h2>
      <OptionList product={product} writtenIn={writtenIn} title={title} />
      {product.extras && product.extras.length > 0 && (
        <>
          <h3>{t('product.extras')}</h3>
          <Extras product={product} writtenIn={writtenIn} />
        </>
      )}
    </section>
  )
}

function Extras({ product: { extras = [], currency, currencyExponent: exponent }, writtenIn }: Props) {
  return (
    <ul className="units extras">
      {extras.map((extra) => (
        <li key={extra.id}>
          <span {...writtenIn}>
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

/** The options with prices, schedules and cancellation rules; rules that all options share are shown below. */
function OptionList({ product, writtenIn, title }: TitledProps) {
  const { shared, own } = splitTerms(product.options)
  const canPick = product.options.length > 1 && product.status === 'AVAILABLE'
  return (
    <>
      <ul className="options">
        {product.options.map((option, i) => (
          <li key={option.id} className="option ticket">
            <OptionHead option={option} product={product} writtenIn={writtenIn} title={title} />
            <UnitPrices option={option} product={product} />
            <OptionTerms terms={own[i] ?? {}} />
            {canPick && <PickOption option={option} />}
          </li>
        ))}
      </ul>
      {hasTerms(shared) && <h3>{t('product.everyOption')}</h3>}
      <OptionTerms terms={shared} />
    </>
  )
}

/** The link from an option to the ticket, which opens with that option; without scripts, as it is. */
function PickOption({ option: { id, title } }: { option: Option }) {
  return (
    <p className="option-pick" data-page-only="">
      <a className="button button-outlined" href="#ticket" data-option={id}>
        {t('product.pick')}
        <span className="sr-only">: {title}</span>
      </a>
    </p>
  )
}

function hasTerms(terms: Terms): boolean {
  return Object.keys(terms).length > 0
}

function OptionTerms({ terms }: { terms: Terms }) {
  const { cancellation, minimum, ...schedule } = terms
  if (!hasTerms(terms)) return null
  return (
    <div className="option-terms">
      {hasTerms(schedule) && <ScheduleLines schedule={schedule} />}
      {minimum && <MinimumRule minimum={minimum} />}
      {cancellation && <CancellationPolicy tiers={cancellation} />}
    </div>
  )
}

/** How many travellers a departure needs, when that is decided, and what happens with fewer. */
function MinimumRule({ minimum: { participants, decideBefore } }: { minimum: Minimum }) {
  return <p className="icon-people">{t('product.minimum', { count: participants, span: formatSpan(decideBefore) })}</p>
}

/** The rules of a cancellation policy, the best for the visitor first, without dates. */
function CancellationPolicy({ tiers }: { tiers: CancellationTier[] }) {
  return (
    <ul className="policy icon-info">
      {policyLines(tiers).map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function OptionHead({ option, product, writtenIn, title }: TitledProps & { option: Option }) {
  return (
    <div className="option-head">
      {(product.options.length > 1 || option.title !== title) && <h3 {...writtenIn}>{option.title}</h3>}
      {option.description && <p {...writtenIn}>{option.description}</p>}
      <p className="card-facts">
        <span className="icon-clock">{formatDuration(option.duration ?? product.duration)}</span>
        {option.maxTravellers > 0 && (
          <span className="icon-people">{t('travellers.upTo', { count: option.maxTravellers })}</span>
        )}
        {option.capacity > 0 && option.units.some(({ pricedBy }) => pricedBy === 'PERSON') && (
          <span className="icon-ticket">{t('product.capacity', { n: formatCount(option.capacity) })}</span>
        )}
      </p>
    </div>
  )
}

function UnitPrices({ option, product }: { option: Option; product: ProductDetail }) {
  if (product.noFixedPrice) return <p className="units strong">{t('card.onRequest')}</p>
  const money = (amount: number) => ({ amount, currency: product.currency, exponent: product.currencyExponent })
  if (option.price) {
    return (
      <ul className="units">
        <li>
          <span>{t('per.BOOKING')}</span>
          <b>{option.price.amount === 0 ? t('unit.free') : <Amount money={option.price} />}</b>
        </li>
      </ul>
    )
  }
  return (
    <ul className="units">
      {option.units.map((unit) => {
        const note = unitNote(unit)
        return (
          <li key={unit.id}>
            <span>
              {unitTitle(unit)}
              {note && ' '}
              {note && <small>{note}</small>}
            </span>
            <span>
              {unit.originalPrice ? (
                <>
                  <s>
                    <Amount money={money(unit.originalPrice)} />
                  </s>{' '}
                </>
              ) : null}
              <b>{unit.price === 0 ? t('unit.free') : <Amount money={money(unit.price)} />}</b>
              {unit.price > 0 && ' '}
              {unit.price > 0 && <small>{perText({ per: unit.pricedBy, of: unit.of })}</small>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function unitNote(unit: Unit): string {
  const notes = []
  if (unit.ages) notes.push(formatAges(unit.ages, true))
  if (unit.paxCount > 1 && !unit.title) notes.push(t('unit.seats', { count: unit.paxCount }))
  return notes.join(dot)
}

import { useId, type SubmitEvent } from 'react'
import { PriceFrom } from '../../components/price-from'
import { Amount } from '../../components/ui/amount'
import { Icon } from '../../components/ui/icon'
import { policyLines } from '../../lib/cancellation'
import { formatTime } from '../../lib/format'
import { site } from '../../lib/site'
import { DateField } from './date-field'
import { Counts, Extras, LengthOfStay } from './counts'
import { Reserve } from './reserve'
import type { TicketProduct } from './ticket-product'
import { useChoice, type Chosen } from './use-choice'

interface Props {
  product: TicketProduct
}

/** Option, date, travellers, time, extras; under the tear what it comes to. */
export function TicketForm({ product }: Props) {
  const chosen = useChoice(product)
  const { t } = site()
  const check = (event: SubmitEvent) => {
    event.preventDefault()
    chosen.change({ asked: true })
  }
  const { currency, currencyExponent: exponent } = product
  const open =
    chosen.openings !== undefined && (chosen.openings.startTimes.length > 0 || chosen.openings.hours.length > 0)
  const [terms] = policyLines(chosen.option.cancellation)
  return (
    <form onSubmit={check}>
      <div className="ticket-body">
        <h2 className="sr-only">{t('ticket.title')}</h2>
        <p className="price price-large">
          <PriceFrom price={product.price} />
        </p>
        {product.options.length > 1 && <Options product={product} chosen={chosen} />}
        <DateField product={product} chosen={chosen} />
        {open ? <Times chosen={chosen} city={product.city} /> : <Closed chosen={chosen} />}
        <Counts chosen={chosen} />
        <LengthOfStay product={product} chosen={chosen} />
        <Extras product={product} chosen={chosen} />
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <p className="total">
          <span>{t('ticket.total')}</span>
          <output>
            <Amount money={{ amount: chosen.total, currency, exponent }} />
          </output>
        </p>
        <button type="submit" className="button button-primary ticket-action" disabled={!open}>
          {t('ticket.check')}
        </button>
        <div role="status">{chosen.asked && open && <Reserve product={product} chosen={chosen} />}</div>
        {terms && (
          <p className="ticket-terms">
            <Icon name={terms.good ? 'check' : 'info'} />
            {terms.text}
          </p>
        )}
        {product.onRequest && (
          <p className="ticket-terms">
            <Icon name="info" />
            {t('ticket.onRequest')}
          </p>
        )}
      </div>
    </form>
  )
}

function Options({ product, chosen }: { product: TicketProduct; chosen: Chosen }) {
  const name = useId()
  const { t } = site()
  return (
    <fieldset className="choices">
      <legend>{t('ticket.option')}</legend>
      {product.options.map((option) => (
        <label key={option.id} className="choice">
          <input
            type="radio"
            name={name}
            checked={option.id === chosen.option.id}
            onChange={() => chosen.chooseOption(option)}
          />
          <span>{option.title}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Times({ chosen, city }: { chosen: Chosen; city: string }) {
  const name = useId()
  const { t } = site()
  const { startTimes = [], hours = [] } = chosen.openings ?? {}
  if (startTimes.length === 0) {
    return (
      <p className="hours">
        <span className="small muted">{t('ticket.hours')}</span>
        {hours.map(({ from, to }) => (
          <span key={from} className="block strong">
            {t('facts.between', { from: formatTime(from), to: formatTime(to) })}
          </span>
        ))}
      </p>
    )
  }
  return (
    <fieldset className="chips" title={t('ticket.localTime', { city })}>
      <legend>{t('ticket.times')}</legend>
      {startTimes.map((time) => (
        <label key={time} className="chip">
          <input type="radio" name={name} checked={time === chosen.time} onChange={() => chosen.change({ time })} />
          <bdi>{formatTime(time)}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

function Closed({ chosen }: { chosen: Chosen }) {
  const { t } = site()
  return (
    <p className="notice" role="status">
      <Icon name="info" />
      {chosen.openings?.runs ? t('ticket.tooLate') : t('ticket.noOption')}
    </p>
  )
}

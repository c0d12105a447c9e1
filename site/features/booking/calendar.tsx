import { useEffect, useRef, useState } from 'react'
import { MonthPicker } from '../calendar/month-picker'
import { fetchMonth, isBookable, type CalendarDay } from './availability'
import { addDays, dayAt, type Day } from '../../lib/i18n/clock'
import { currency, settledCurrency } from '../../lib/money/currency'
import { currencyInText } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { CalendarDayButton } from './calendar-day-button'
import { Days, dayLabel } from './calendar-days'
import { horizonDays, isOpen } from './schedule'
import { wantedOf, type TicketState } from './use-ticket'
import { useRequest, type Request } from '../../features/http/use-request'

export interface Props {
  ticket: TicketState
  onChoose: (day: Day) => void
}

const monthOf = (day: Day) => day.slice(0, 7)

/**
 * A month to choose a day from, with the lowest price and what is left of each. Days that cannot be booked are shown and
 * cannot be chosen. Until the server answers, the published schedule decides which.
 */
export function Calendar({ ticket, onChoose }: Props) {
  const { draft, product, now } = ticket
  const { day } = ticket.slots
  const [today, wanted] = [dayAt(now, product.timeZone), wantedOf(product, draft)]
  const last = addDays(today, horizonDays)
  const [shown, setShown] = useState(day ?? today)
  const month = monthOf(shown)
  const request = useRequest([wanted.option, wanted.length, month, settledCurrency()].join(' '), (signal) =>
    fetchMonth(wanted, month, signal),
  )
  const days = new Map(request.data?.map((one) => [one.date, one]))
  const canBeChosen = (at: Day) => {
    if (at < today || at > last) return false
    const known = days.get(at)
    if (known) return isBookable(known)
    return isOpen(draft.option.schedule, at, product.timeZone, now)
  }
  const waiting = !request.data && !request.problem
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [waiting])
  return (
    <Days value={{ days, waiting, product }}>
      <div ref={panel}>
        <MonthPicker
          required
          today={today}
          last={last}
          selected={day}
          start={shown}
          onMonth={setShown}
          canChoose={canBeChosen}
          labelOf={(at) => dayLabel(at, days.get(at), product)}
          onChoose={(at) => at && onChoose(at)}
          DayButton={CalendarDayButton}
        />
        <Legend product={product} request={request} />
      </div>
    </Days>
  )
}

interface LegendProps {
  product: TicketState['product']
  request: Request<CalendarDay[]>
}

/** What the marks mean, or why there are none. */
function Legend({ product, request: { data, problem, pending, retry } }: LegendProps) {
  const { t } = site()
  if (problem && !data) {
    return (
      <p className="calendar-legend" role="alert">
        {t('ticket.pricesFailed')}{' '}
        <button type="button" className="go link" aria-disabled={pending} onClick={retry}>
          {t('error.retry')}
        </button>
      </p>
    )
  }
  const empty = data && !data.some(isBookable)
  return (
    <div className="calendar-legend small muted">
      <p role="status">
        {!data && <span className="sr-only">{t('ticket.checking')}</span>}
        {empty && t('ticket.monthEmpty')}
      </p>
      {!empty && product.price && (
        <p>
          {t(currency() === settledCurrency() ? 'ticket.pricesFrom' : 'ticket.pricesAbout', {
            currency: currencyInText(currency()),
          })}
        </p>
      )}
      {data?.some(({ status }) => status === 'LIMITED') && (
        <p>
          <i className="day-few" /> {t('ticket.fewLeft')}
        </p>
      )}
    </div>
  )
}

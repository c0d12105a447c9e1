import { ActionLink } from '../../components/ui/action-link'
import { useEffect, useRef, useState } from 'react'
import { monthOf } from '../month-picker/month-grid'
import { MonthPicker } from '../month-picker/month-picker'
import { fetchMonth, isBookable, type CalendarDay } from './availability'
import { addDays, dayAt, horizonDays, type Day } from '../../lib/i18n/clock'
import { currency, chargedCurrency, toShownCurrency } from '../../lib/money/currency'
import { currencyInText, formatAmount, formatCount, formatDate } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import { isOpen } from './schedule'
import { slotQueryOf, type TicketState } from './use-ticket'
import { hasWaitingList } from './waiting-list-button'
import { useRequest, type Request } from '../http/use-request'
import type { Money } from '../../lib/payload.gen'
import { formatPrice, moneyIn } from '../../lib/money/price'
import type { TicketProduct } from './ticket-product'

/**
 * A month to choose a day from, with the lowest price and the seats left on each day. Days that cannot be booked are
 * shown and cannot be chosen, except sold-out days with a waiting list. Until the server answers, the
 * published schedule decides which.
 */
export function TicketCalendar({ ticket, onChoose }: { ticket: TicketState; onChoose: (day: Day) => void }) {
  const { draft, product, now } = ticket
  const { day } = ticket.slots
  const [today, query] = [dayAt(now, product.timeZone), slotQueryOf(product, draft)]
  const yesterday = addDays(today, -1) // its opening hours may go past midnight
  const first = isOpen(draft.option.schedule, yesterday, product.timeZone, now) ? yesterday : today
  const last = addDays(today, horizonDays)
  const [shown, setShown] = useState(day ?? today)
  const month = monthOf(shown)
  const request = useRequest([query.option, query.length, month, chargedCurrency()].join(' '), (signal) =>
    fetchMonth(query, month, signal),
  )
  const days = new Map(request.data?.map((one) => [one.date, one]))
  const canChoose = (at: Day) => {
    if (at < first || at > last) return false
    const known = days.get(at)
    if (known) return isBookable(known) || (known.status === 'SOLD_OUT' && hasWaitingList(ticket))
    return isOpen(draft.option.schedule, at, product.timeZone, now)
  }
  const isLoading = !request.data && !request.problem
  const panel = useRef<HTMLDivElement>(null)
  // Chromium's scrolling returns a promise, which React would treat as the effect's cleanup.
  useEffect(() => void panel.current?.scrollIntoView({ block: 'nearest' }), [isLoading])
  const note = (at: Day) => <DayNote known={days.get(at)} loading={isLoading && canChoose(at)} />
  return (
    <div ref={panel}>
      <MonthPicker
        today={today}
        first={first}
        last={last}
        selected={day}
        start={shown}
        onMonthChange={setShown}
        canChoose={canChoose}
        labelOf={(at) => dayLabel(at, days.get(at))}
        onChoose={onChoose}
        note={note}
      />
      <Legend product={product} request={request} />
    </div>
  )
}

/** The note under a day's number: its lowest price or that it is full, and a mark if few seats are left. */
function DayNote({ known, loading }: { known: CalendarDay | undefined; loading: boolean }) {
  return (
    <>
      <span className="day-note" aria-hidden="true">
        {loading && <i className="wait-bar" />}
        {known?.status === 'SOLD_OUT' && t('ticket.full')}
        {known?.price !== undefined && dayPrice(moneyIn(known, known.price))}
      </span>
      {known?.status === 'LIMITED' && <i className="day-few" />}
    </>
  )
}

interface LegendProps {
  product: TicketProduct
  request: Request<CalendarDay[]>
}

/** The meaning of the marks, or why there are none. */
function Legend({ product, request: { data, problem, pending, retry } }: LegendProps) {
  if (problem && !data) {
    return (
      <p className="calendar-legend" role="alert">
        {t('ticket.pricesFailed')} <ActionLink label={t('error.retry')} aria-disabled={pending} onClick={retry} />
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
          {t(currency() === chargedCurrency() ? 'ticket.pricesFrom' : 'ticket.pricesAbout', {
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

/** Returns a price without its currency; without decimals if it was converted. */
function dayPrice(price: Money): string {
  const shown = toShownCurrency(price)
  return shown === price ? formatAmount(price) : formatCount(Math.round(shown.amount / 10 ** shown.exponent))
}

/** Returns the accessible name of a day. */
function dayLabel(day: Day, known: CalendarDay | undefined): string {
  const date = formatDate(day)
  if (known?.status === 'SOLD_OUT') return t('ticket.daySoldOut', { date })
  if (known?.price === undefined) return date
  const price = formatPrice(moneyIn(known, known.price))
  return t(known.status === 'LIMITED' ? 'ticket.dayFew' : 'ticket.dayFrom', { date, price })
}

import { use, type ComponentProps } from 'react'
import { DayButton } from 'react-day-picker'
import { site } from '../../lib/site'
import { toDay } from '../calendar/local-dates'
import { dayPrice, Days } from './calendar-days'

/** A day: its number, and under it the lowest price or the word that it is full. Its label says the same whole. */
export function CalendarDayButton({ 'aria-label': label, children, ...props }: ComponentProps<typeof DayButton>) {
  const { days, waiting, product } = use(Days)
  const known = days.get(toDay(props.day.date))
  return (
    <DayButton {...props}>
      <span className="sr-only">{label}</span>
      <span className="day-number" aria-hidden="true">
        {children}
      </span>
      <span className="day-note" aria-hidden="true">
        {waiting && !props.modifiers.disabled && <i className="wait-bar" />}
        {known?.status === 'SOLD_OUT' && site().t('ticket.full')}
        {known?.price !== undefined && dayPrice(known, known.price, product)}
      </span>
      {known?.status === 'LIMITED' && <i className="day-few" />}
    </DayButton>
  )
}

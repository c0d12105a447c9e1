import '../order/booking.css'
import './choices.css'
import '../forms/fields.css'
import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import { DateField } from './date-field'
import { DaySlots } from './day-slots'
import { OptionChoice } from './option-choice'
import type { TicketPart } from './ticket-error'
import type { SummaryPart } from './ticket-summary'
import { LengthOfStay, Travellers } from './quantity-fields'
import type { TicketProps, TicketState } from './use-ticket'

interface Props extends TicketProps {
  title: string
  /** The part that the visitor opened. */
  openAt?: SummaryPart
  className?: string
  busy?: boolean
  onSubmit: FormEventHandler
  /** Stands below the price. */
  intro?: ReactNode
  /** Further choices. */
  choices?: ReactNode
  /** The content below the tear. */
  children: ReactNode
}

/** The form of a ticket: option, date, start, travellers; the actions are below the tear. */
export function TicketFrame({ ticket, title, openAt, className, busy, onSubmit, intro, choices, children }: Props) {
  const { product, draft } = ticket
  const form = useRef<HTMLFormElement>(null)
  useTicketFocus(form, ticket, openAt)
  return (
    <form ref={form} className={className} noValidate aria-busy={busy} onSubmit={onSubmit}>
      {/* What is being sent does not change: the answer is about what the form shows. */}
      <div className="ticket-body" inert={ticket.submission.sending}>
        <h2 className="sr-only">{title}</h2>
        <p className="price price-large">
          <PriceFrom price={draft.option.from ?? product.price} isOptionPrice={draft.option.from !== undefined} />
        </p>
        {intro}
        <OptionChoice options={product.options} chosen={draft.option.id} onChoose={ticket.chooseOption} />
        <DateField ticket={ticket} defaultOpen={openAt === 'date'} />
        <DaySlots ticket={ticket} onDayChosen={() => form.current && focusPart(form.current, 'date')} />
        <Travellers ticket={ticket} defaultOpen={openAt === 'units'} />
        <LengthOfStay ticket={ticket} />
        {choices}
      </div>
      <hr className="tear" />
      <div className="ticket-body">{children}</div>
    </form>
  )
}

/** Moves the focus to the part that the visitor opened, to an error, or to the date once the retry button is gone. */
function useTicketFocus(form: RefObject<HTMLFormElement | null>, ticket: TicketState, openAt?: SummaryPart): void {
  const { submission, unreachable } = ticket
  const errorAt = submission.outcome?.ticketError?.part
  useEffect(() => {
    if (openAt && form.current) focusPart(form.current, openAt === 'units' ? 'units' : 'date')
  }, [form, openAt])
  useEffect(() => {
    // The parts of a request for a price have their own errors.
    if (errorAt && errorAt !== 'request' && form.current) focusPart(form.current, errorAt)
  }, [form, errorAt, submission.outcome])
  useEffect(() => {
    if (!unreachable) return
    const { current } = form
    return () => {
      if (current && document.activeElement === document.body) focusPart(current, 'date')
    }
  }, [form, unreachable])
}

/**
 * Moves the focus to the part of the ticket that has a message: to its control, which the message describes, or to the
 * message itself if the controls are about to change.
 */
function focusPart(form: HTMLFormElement, part: TicketPart): void {
  const section = form.querySelector(`[data-field="${part}"]`)
  const changing = part === 'times' || part === 'action'
  const target = changing ? '[tabindex]' : 'input:checked, input:enabled, summary, button'
  section?.querySelector<HTMLElement>(target)?.focus()
}

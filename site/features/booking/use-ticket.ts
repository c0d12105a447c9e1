import { chargedCurrency } from '../../lib/money/currency'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { checkChoice, fetchDay, fetchFirstOpenDay, type Choice, type SlotQuery, slotFor } from './availability'
import { dayAt, type Day } from '../../lib/i18n/clock'
import type { Option } from '../../lib/payload.gen'
import { optionPickedEvent, pickedOption } from './pick-option'
import { t } from '../../lib/site'
import { choiceOf, defaultDraft, withOption, type Draft } from './ticket-draft'
import { ticketErrorOf, type TicketError, type TicketPart } from './ticket-error'
import { saveDraft, loadDraft, withSearchedDate } from './saved-draft'
import { lengthOf } from './pricing'
import { nextOpenDay } from './schedule'
import type { TicketProduct } from './ticket-product'
import { sendToCart, useTicketSubmission, type SendChoice } from './use-ticket-submission'
import { useRequest, type Request } from '../http/use-request'

// Long enough for the next click on a stepper.
const quoteDelay = 300

/**
 * The state of a ticket: keeps the visitor's choices, fetches whether they can be booked and their price, and
 * sends it: into the cart, unless `send` does something else.
 */
export function useTicket(product: TicketProduct, send: SendChoice = sendToCart) {
  const [now] = useState(() => Date.now())
  const [draft, setDraft] = useState(() => initialDraft(product, now))
  const update = (next: Draft) => {
    saveDraft(product, next)
    setDraft(next)
  }
  const onPicked = useEffectEvent(() => setDraft(withPickedOption(product, draft)))
  useEffect(() => {
    const listener = () => onPicked()
    document.addEventListener(optionPickedEvent, listener)
    return () => document.removeEventListener(optionPickedEvent, listener)
  }, [])
  const startDay = draft.date ?? nextOpenDay(draft.option.schedule, dayAt(now, product.timeZone), product.timeZone, now)
  const slots = useSlots(slotQueryOf(product, draft), draft, startDay)
  const slot = slotFor(slots.data?.slots ?? [], draft.startTime)
  const choice = slots.day && slot ? choiceOf(product, draft, slots.day, slot.startTime) : undefined
  const quote = useQuote(product.price && choice)
  const retry = () => {
    slots.retry()
    quote.retry()
  }
  const submission = useTicketSubmission({ product, draft, choice, send, update, retry })
  // An item is changed once; what is chosen after that is for another.
  const change = (part: Partial<Draft>) =>
    update({ ...draft, ...part, ...(submission.accepted && { changes: undefined }) })
  const ticketError = submission.ticketError ?? availabilityError(slots, quote, draft.option)
  const errorId = useId()
  return {
    product,
    draft,
    now,
    slots,
    slot,
    /** The server does not answer: only the published times and prices are known. */
    unreachable: slots.problem !== undefined && slots.data === undefined && ticketError === undefined,
    quote,
    submission,
    ticketError: ticketError && { ...ticketError, id: errorId },
    /** The id of the error of a part of the ticket, if it has one. */
    describedBy: (part: TicketPart) => (ticketError?.part === part ? errorId : undefined),
    change,
    chooseOption: (option: Option) => change(withOption(product, draft, option)),
  }
}

export type TicketState = ReturnType<typeof useTicket>

export interface TicketProps {
  ticket: TicketState
}

function initialDraft(product: TicketProduct, now: number): Draft {
  const draft = loadDraft(product, now) ?? defaultDraft(product, product.options[0] as Option)
  return withSearchedDate(product, withPickedOption(product, draft), now)
}

/** Returns the draft with the option that was picked on the page, if there is one. */
function withPickedOption(product: TicketProduct, draft: Draft): Draft {
  const picked = pickedOption()
  const option = product.options.find(({ id }) => id === picked)
  return option ? withOption(product, draft, option) : draft
}

/** Returns the query for slots: the option, and the length if it can be chosen. */
export function slotQueryOf(product: TicketProduct, { option, length }: Draft): SlotQuery {
  return { product: product.slug, option: option.id, length: lengthOf(product, option) ? length : undefined }
}

/** Fetches the slots of the chosen date; without one, of the first day that has any, from the published one on. */
function useSlots(query: SlotQuery, { date: chosen }: Draft, from: Day | undefined) {
  const keyOf = (day: Day) => [query.option, query.length, day].join(' ')
  const request = useRequest(
    from === undefined ? null : chosen ? keyOf(chosen) : `first ${keyOf(from)}`,
    (signal) => (chosen ? fetchDay : fetchFirstOpenDay)(query, from as Day, signal),
    { secondKey: ({ day }) => keyOf(day) },
  )
  return { ...request, day: chosen ?? request.data?.day ?? from }
}

/** Fetches the price of a choice, a moment after the last change. */
function useQuote(choice: Choice | undefined) {
  return useRequest(
    choice ? JSON.stringify([choice, chargedCurrency()]) : null,
    (signal) => checkChoice(choice as Choice, signal),
    { delay: quoteDelay },
  )
}

/** Returns the error that is known before anything is sent. */
function availabilityError(
  slots: Pick<Request<unknown>, 'problem'>,
  quote: ReturnType<typeof useQuote>,
  option: Option,
): TicketError | undefined {
  const problem = [slots.problem, quote.problem].find((one) => one?.code === 'invalid' || one?.code === 'not_found')
  if (problem) return ticketErrorOf(problem, option)
  return quote.data?.available === false ? { part: 'times', text: t('ticket.errorSeats') } : undefined
}

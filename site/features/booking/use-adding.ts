import { useState } from 'react'
import { problemOf } from '../http/api'
import type { Choice } from './availability'
import { t } from '../../lib/site'
import { raiseToast } from '../toasts/raise-toast'
import type { Draft } from './ticket-draft'
import { ticketErrorOf, type TicketError } from './ticket-error'
import { forgetDraft } from './kept-draft'
import type { TicketProduct } from './ticket-product'

/** Sends a choice to the server; returns the error if it is refused. */
export type Send = (choice: Choice, draft: Draft) => Promise<TicketError | undefined>

export const toCart: Send = async (choice, { option }) => {
  try {
    const { addToCart } = await import('../cart/cart')
    await addToCart(choice)
    raiseToast({ kind: 'success', text: t('ticket.added') })
  } catch (error) {
    return ticketErrorOf(problemOf(error), option)
  }
}

interface Adding {
  product: TicketProduct
  draft: Draft
  /** Undefined until date and start are known. */
  choice: Choice | undefined
  send: Send
  update: (draft: Draft) => void
  /** Fetches slots and price again after a refusal. */
  retry: () => void
}

/** The result of sending a draft. It holds until the draft changes. */
interface Outcome {
  draft: Draft
  ticketError?: TicketError
}

export function useAdding({ product, draft, choice, send, update, retry }: Adding) {
  const [sending, setSending] = useState<'here' | 'on'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const add = async (goOn?: () => void) => {
    if (!choice) return setOutcome({ draft, ticketError: { at: 'times', text: t('ticket.chooseTime') } })
    // Sending a draft chooses its date and start, even if they were the defaults.
    const sent = { ...draft, date: choice.date, startTime: choice.startTime }
    update(sent)
    setSending(goOn ? 'on' : 'here')
    const ticketError = await send(choice, draft)
    if (!ticketError && goOn) {
      forgetDraft(product)
      return goOn()
    }
    setSending(undefined)
    setOutcome({ draft: sent, ticketError })
    if (ticketError) retry()
    else forgetDraft(product)
  }
  const current = outcome?.draft === draft ? outcome : undefined
  return {
    add: (goOn?: () => void) => void add(goOn),
    sending: sending !== undefined,
    /** The visitor goes on to the checkout afterwards. */
    goingOn: sending === 'on',
    ticketError: current?.ticketError,
    added: current !== undefined && current.ticketError === undefined,
    outcome: current,
  }
}

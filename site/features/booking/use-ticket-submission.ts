import { useState } from 'react'
import { problemOf } from '../http/api'
import type { Choice } from './availability'
import { t } from '../../lib/site'
import { useRestored } from '../../lib/browser/use-restored'
import type { Draft } from './ticket-draft'
import { ticketErrorOf, type TicketError } from './ticket-error'
import { clearDraft } from './saved-draft'
import type { TicketProduct } from './ticket-product'

/** Sends a choice to the server; returns the error if it is refused. */
export type SendChoice = (choice: Choice, draft: Draft) => Promise<TicketError | undefined>

/** Puts a choice into the cart, in place of the item that it changes. */
export const sendToCart: SendChoice = async (choice, { option, changes }) => {
  try {
    const { putIntoCart } = await import('../cart/put-into-cart')
    await putIntoCart(choice, changes)
  } catch (error) {
    return ticketErrorOf(problemOf(error), option)
  }
}

interface Submission {
  product: TicketProduct
  draft: Draft
  /** Undefined until date and start are known. */
  choice: Choice | undefined
  send: SendChoice
  update: (draft: Draft) => void
  /** Fetches slots and price again after a refusal. */
  retry: () => void
}

/** The result of sending a draft. It holds until the draft changes. */
interface Outcome {
  draft: Draft
  ticketError?: TicketError
}

export function useTicketSubmission({ product, draft, choice, send, update, retry }: Submission) {
  const [sending, setSending] = useState<'here' | 'on'>()
  const [outcome, setOutcome] = useState<Outcome>()
  // A visitor who comes back from the checkout can book again.
  useRestored(() => setSending(undefined))
  const submit = async (proceed?: () => void) => {
    if (!choice) return setOutcome({ draft, ticketError: { part: 'times', text: t('ticket.chooseTime') } })
    // Sending a draft chooses its date and start, even if they were the defaults.
    const sent = { ...draft, date: choice.date, startTime: choice.startTime }
    update(sent)
    setSending(proceed ? 'on' : 'here')
    const ticketError = await send(choice, draft)
    if (ticketError) retry()
    else {
      clearDraft(product)
      if (proceed) return proceed()
    }
    setSending(undefined)
    setOutcome({ draft: sent, ticketError })
  }
  const current = outcome?.draft === draft ? outcome : undefined
  return {
    submit: (proceed?: () => void) => void submit(proceed),
    sending: Boolean(sending),
    /** The visitor goes on to the checkout afterwards. */
    proceeding: sending === 'on',
    ticketError: current?.ticketError,
    accepted: current !== undefined && !current.ticketError,
    outcome: current,
  }
}

import { useState } from 'react'
import { problemOf } from '../http/api'
import type { Choice } from './availability'
import { site } from '../../lib/site'
import { raiseToast } from '../toasts/toast'
import type { Draft } from './draft'
import { faultOf, type Fault } from './ticket-problem'
import { forgetDraft } from './kept-draft'
import type { TicketProduct } from './ticket-product'

/** Has the server take a choice; gives what it finds wrong. */
export type Send = (choice: Choice, draft: Draft) => Promise<Fault | undefined>

export const toCart: Send = async (choice, { option }) => {
  try {
    const { addToCart } = await import('../cart/cart')
    await addToCart(choice)
    raiseToast({ kind: 'success', text: site().t('ticket.added') })
  } catch (error) {
    return faultOf(problemOf(error), option)
  }
}

interface Adding {
  product: TicketProduct
  draft: Draft
  /** Undefined while day or start are missing. */
  choice: Choice | undefined
  send: Send
  update: (draft: Draft) => void
  /** Asks again for what the server has just contradicted. */
  retry: () => void
}

/** What became of sending a draft. It holds until the draft changes. */
interface Outcome {
  draft: Draft
  fault?: Fault
}

export function useAdding({ product, draft, choice, send, update, retry }: Adding) {
  const [sending, setSending] = useState<'here' | 'on'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const add = async (goOn?: () => void) => {
    const { t } = site()
    if (!choice) return setOutcome({ draft, fault: { at: 'times', text: t('ticket.chooseTime') } })
    // Day and start are chosen by sending them, even if they only happened to be the first.
    const sent = { ...draft, day: choice.date, time: choice.startTime }
    update(sent)
    setSending(goOn ? 'on' : 'here')
    const fault = await send(choice, draft)
    if (!fault && goOn) {
      forgetDraft(product)
      return goOn()
    }
    setSending(undefined)
    setOutcome({ draft: sent, fault })
    if (fault) retry()
    else forgetDraft(product)
  }
  const current = outcome?.draft === draft ? outcome : undefined
  return {
    add: (goOn?: () => void) => void add(goOn),
    sending: sending !== undefined,
    /** And going on from here afterwards. */
    goingOn: sending === 'on',
    fault: current?.fault,
    added: current !== undefined && current.fault === undefined,
    outcome: current,
  }
}

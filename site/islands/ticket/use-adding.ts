import { useState } from 'react'
import { problemOf } from '../../lib/api'
import type { Choice } from '../../lib/availability'
import { addToCart } from '../../lib/cart'
import { site } from '../../lib/site'
import { raiseToast } from '../../lib/toast'
import type { Draft } from './draft'
import { faultOf, type Fault } from './fault'
import { forgetDraft } from './kept-draft'
import type { TicketProduct } from './ticket-product'

interface Adding {
  product: TicketProduct
  draft: Draft
  /** Undefined while day or start are missing. */
  choice: Choice | undefined
  update: (draft: Draft) => void
  /** Asks again for what the server has just contradicted. */
  retry: () => void
}

/** What became of putting a draft into the cart. It holds until the draft changes. */
interface Outcome {
  draft: Draft
  fault?: Fault
}

export function useAdding({ product, draft, choice, update, retry }: Adding) {
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const add = async () => {
    const { t } = site()
    if (!choice) return setOutcome({ draft, fault: { at: 'times', text: t('ticket.chooseTime') } })
    // Day and start are chosen by sending them, even if they only happened to be the first.
    const sent = { ...draft, day: choice.date, time: choice.startTime }
    update(sent)
    setSending(true)
    try {
      await addToCart(choice)
      forgetDraft(product)
      setOutcome({ draft: sent })
      raiseToast({ kind: 'success', text: t('ticket.added') })
    } catch (error) {
      setOutcome({ draft: sent, fault: faultOf(problemOf(error), draft.option) })
      retry()
    } finally {
      setSending(false)
    }
  }
  const current = outcome?.draft === draft ? outcome : undefined
  return {
    add: () => void add(),
    sending,
    fault: current?.fault,
    added: current !== undefined && current.fault === undefined,
    outcome: current,
  }
}

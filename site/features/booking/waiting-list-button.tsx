import { ActionLink } from '../../components/ui/action-link'
import { lazy, Suspense, useRef, useState } from 'react'
import { readJson } from '../../lib/browser/storage'
import { whenOnline } from '../../lib/navigation/offline'
import { t } from '../../lib/site'
import type { Slot } from './availability'
import { travellersOf } from './counts'
import { lengthOf } from './pricing'
import type { TicketState } from './use-ticket'

const WaitingListForm = lazy(() => whenOnline(async () => (await import('./waiting-list-form')).loadWaitingListForm()))

/**
 * The button that opens the waiting list of starts with no seats or few. Its form is loaded when it opens, and stays
 * open while the tab has a draft of it.
 */
export function WaitingListButton(props: { ticket: TicketState; day: string; slots: Slot[] }) {
  const { ticket } = props
  const storageKey = `waiting:${ticket.product.slug}`
  const [opened, setOpened] = useState(() => readJson(storageKey))
  const pressedRef = useRef(false)
  if (!hasWaitingList(ticket) || !(opened || props.slots.some((slot) => isFullOrScarce(slot, ticket)))) return null
  return opened ? (
    <Suspense>
      <WaitingListForm
        key={ticket.draft.option.id + props.day}
        {...props}
        pressedRef={pressedRef}
        storageKey={storageKey}
      />
    </Suspense>
  ) : (
    <ActionLink
      label={t('ticket.waiting')}
      onClick={() => {
        pressedRef.current = true
        setOpened(true)
      }}
    />
  )
}

/** Reports whether visitors can wait for seats of the chosen option: it has a price, and is no stay of several days. */
export const hasWaitingList = ({ product, draft }: TicketState) =>
  product.price !== undefined && !lengthOf(product, draft.option)

/** Reports whether a start has no seats, few, or fewer than the chosen party needs. */
export const isFullOrScarce = ({ status, vacancies }: Slot, { draft: { option, units } }: TicketState) =>
  status === 'SOLD_OUT' ||
  status === 'LIMITED' ||
  (status === 'AVAILABLE' && vacancies < travellersOf(option.units, units))

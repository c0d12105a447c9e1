import { ActionLink } from '../../components/ui/action-link'
import { lazy, Suspense, useRef, useState } from 'react'
import { whenOnline } from '../../lib/navigation/offline'
import { t } from '../../lib/site'
import type { Slot } from './availability'
import { travellersOf } from './counts'
import { lengthOf } from './pricing'
import type { TicketState } from './use-ticket'

const WaitingListForm = lazy(() => whenOnline(async () => (await import('./waiting-list-form')).loadWaitingListForm()))

/** The button that opens the waiting list of starts with no seats or few. Its form is loaded when it opens. */
export function WaitingListButton(props: { ticket: TicketState; day: string; slots: Slot[] }) {
  const [opened, setOpened] = useState(false)
  const pressedRef = useRef(false)
  if (!props.slots.some((slot) => isFullOrScarce(slot, props.ticket)) || !hasWaitingList(props.ticket)) return null
  return opened ? (
    <Suspense>
      <WaitingListForm key={props.ticket.draft.option.id + props.day} pressedRef={pressedRef} {...props} />
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

import { lazy, Suspense, useState } from 'react'
import { withMessages } from '../../lib/i18n/with-messages'
import { whenOnline } from '../../lib/navigation/offline'
import { site } from '../../lib/site'
import type { Slot } from './availability'
import { lengthOf } from './pricing'
import type { TicketState } from './use-ticket'

const WaitingForm = lazy(() =>
  whenOnline(() => withMessages('waiting', import('./waiting-form')).then((it) => ({ default: it.WaitingForm }))),
)

interface Props {
  ticket: TicketState
  day: string
  slots: Slot[]
}

/** Opens the form of the waiting list of the starts that are sold out or have few seats. It is loaded when it is opened. */
export function WaitingOpener({ ticket, day, slots }: Props) {
  const [opened, setOpened] = useState(false)
  const { product, draft } = ticket
  const full = slots.filter(({ status }) => status === 'SOLD_OUT' || status === 'LIMITED')
  if (full.length === 0 || !product.price || lengthOf(product, draft.option)) return null
  return opened ? (
    <Suspense fallback={<span className="wait-bar" />}>
      <WaitingForm key={`${draft.option.id} ${day}`} ticket={ticket} day={day} slots={full} />
    </Suspense>
  ) : (
    <button type="button" className="go link" onClick={() => setOpened(true)}>
      {site().t('ticket.waiting')}
    </button>
  )
}

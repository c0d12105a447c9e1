import './booking-sheet.css'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog'
import { t } from '../../lib/site'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The ticket's form on a narrow screen. */
export function BookingSheet({ title, onClose, children }: Props) {
  return (
    <Dialog look="sheet" title={title} closeLabel={t('ticket.close')} onClose={onClose}>
      <div className="ticket-frame">{children}</div>
    </Dialog>
  )
}

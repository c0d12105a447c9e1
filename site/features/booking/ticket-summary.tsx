import type { ReactNode } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import { Icon } from '../../components/ui/icon'
import { policyLines } from '../../lib/i18n/cancellation-policy'
import type { CancellationTier, Price } from '../../lib/payload.gen'
import { t } from '../../lib/site'

/** SummaryPart is the control that opens a ticket: its date, its travellers, or the button that opens at neither. */
export type SummaryPart = 'date' | 'units' | 'check'

interface Props {
  price?: Price
  label?: string
  cancellation: CancellationTier[]
  onOpen?: (part: SummaryPart) => void
  children?: ReactNode
}

/** The ticket before it is opened: price, terms and the button that opens it. */
export function TicketSummary({ price, label, cancellation, onOpen, children }: Props) {
  const [terms] = policyLines(cancellation)
  const fields = [
    { part: 'date', label: t('ticket.date'), value: t('ticket.chooseDate') },
    { part: 'units', label: t('ticket.travellers'), value: t('ticket.howMany') },
  ] as const
  return (
    <>
      <div className="ticket-body">
        <p className="price price-large">
          <PriceFrom price={price} />
        </p>
        {fields.map(({ part, label: name, value }) => (
          <SummaryControl key={part} part={part} className="select" onOpen={onOpen}>
            <span className="small muted">{name}</span>
            <span>{value}</span>
            <Icon name="chevron" />
          </SummaryControl>
        ))}
        {children}
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <CheckAvailabilityControl className="ticket-action" label={label} onOpen={onOpen} />
        {terms && (
          <p className="ticket-terms">
            <Icon name="info" />
            {terms.text}
          </p>
        )}
      </div>
    </>
  )
}

interface CheckAvailabilityProps {
  className?: string
  label?: string
  onOpen?: (part: SummaryPart) => void
}

/** Opens the ticket. */
export function CheckAvailabilityControl({ className, label = t('ticket.check'), onOpen }: CheckAvailabilityProps) {
  const classes = ['button button-primary', className].filter(Boolean).join(' ')
  return (
    <SummaryControl part="check" className={classes} onOpen={onOpen}>
      <span>{label}</span>
    </SummaryControl>
  )
}

interface ControlProps {
  part: SummaryPart
  className: string
  onOpen?: (part: SummaryPart) => void
  children: ReactNode
}

/** A button that opens the ticket; until the island mounts, a link to the published dates, whose click is replayed. */
function SummaryControl({ part, className, onOpen, children }: ControlProps) {
  if (!onOpen) {
    return (
      <a className={className} href="#options" data-replay={part}>
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={className} data-replay={part} onClick={() => onOpen(part)}>
      {children}
    </button>
  )
}

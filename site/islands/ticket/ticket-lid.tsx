import type { ReactNode } from 'react'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { ruleLines } from '../../lib/cancellation'
import type { CancellationTier, Price } from '../../lib/payload.gen'
import { site } from '../../lib/site'

/** Where a ticket opens: at its calendar, at its travellers, or as it is. */
export type Part = 'date' | 'units' | 'check'

/** What the controls of a closed ticket do. Before the script they lead to the published dates instead. */
export interface LidActions {
  onOpen: (part: Part) => void
  /** Someone is about to. */
  onNear: () => void
  /** What opening takes is under way. */
  opening: boolean
}

interface Props {
  price?: Price
  label?: string
  cancellation: CancellationTier[]
  actions?: LidActions
  children?: ReactNode
}

/** The ticket while nobody has asked for anything: price, terms, and the way in. */
export function TicketLid({ price, label, cancellation, actions, children }: Props) {
  const { t } = site()
  const [terms] = ruleLines(cancellation)
  return (
    <>
      <div className="ticket-body">
        <p className="price price-large">
          <PriceFrom price={price} />
        </p>
        <LidField part="date" label={t('ticket.date')} value={t('ticket.chooseDate')} actions={actions} />
        <LidField part="units" label={t('ticket.travellers')} value={t('ticket.howMany')} actions={actions} />
        {children}
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <CheckControl className="ticket-action" label={label} actions={actions} />
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

interface LidFieldProps {
  part: Part
  label: string
  value: string
  actions?: LidActions
}

function LidField({ part, label, value, actions }: LidFieldProps) {
  return (
    <LidControl part={part} className="select" actions={actions}>
      <span className="small muted">{label}</span>
      <span>{value}</span>
      <Icon name="chevron" />
    </LidControl>
  )
}

interface CheckControlProps {
  className?: string
  label?: string
  actions?: LidActions
}

/** Opens the ticket. */
export function CheckControl({ className, label = site().t('ticket.check'), actions }: CheckControlProps) {
  const classes = ['button button-primary', className].filter(Boolean).join(' ')
  const opening = actions?.opening
  return (
    <LidControl part="check" className={classes} actions={actions}>
      {opening && <span className="button-spinner" aria-hidden="true" />}
      <span className={opening ? 'sr-only' : undefined}>{label}</span>
    </LidControl>
  )
}

interface LidControlProps {
  part: Part
  className: string
  actions?: LidActions
  children: ReactNode
}

/** Clicks on the stand-in are passed on to the control of the same `data-replay`. */
function LidControl({ part, className, actions, children }: LidControlProps) {
  if (!actions) {
    return (
      <a className={className} href="#options" data-replay={part}>
        {children}
      </a>
    )
  }
  const { onOpen, onNear, opening } = actions
  return (
    <button
      type="button"
      className={className}
      data-replay={part}
      aria-busy={opening || undefined}
      aria-disabled={opening || undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={opening ? undefined : () => onOpen(part)}
    >
      {children}
    </button>
  )
}

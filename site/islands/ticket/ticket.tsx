import { lazy, Suspense, useRef, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import { PriceFrom } from '../../components/price-from'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'
import { recall } from '../../lib/tab-memory'
import { CheckControl, TicketLid, type LidActions, type Part } from './ticket-lid'
import { draftName, type TicketProduct } from './ticket-product'
import { useWide } from './use-wide'

export interface Props {
  product: TicketProduct
}

// What asks the server, and the calendar, are for those who want to know: React alone nearly fills the page's budget.
const loadForm = () => import('./ticket-form').then((module) => ({ default: module.TicketForm }))
const TicketForm = lazy(loadForm)

function preload(): void {
  for (const part of [loadForm(), import('./calendar')]) part.catch(() => {})
}

/** The ticket beside a product: standing in its column, or behind a bar at the foot of a narrow screen. */
export function Ticket({ product }: Props) {
  const wide = useWide()
  const [opened, setOpened] = useState<Part | 'again' | undefined>(() =>
    recall(draftName(product)) === undefined ? undefined : 'again',
  )
  const [opening, startOpening] = useTransition()
  if (!wide) return <Sheet product={product} />
  const actions = { onOpen: (part: Part) => startOpening(() => setOpened(part)), onNear: preload, opening }
  const lid = (
    <TicketLid price={product.price} cancellation={product.options[0]?.cancellation ?? []} actions={actions} />
  )
  return (
    <div className="ticket ticket-frame">
      <Suspense fallback={lid}>
        {opened ? <TicketForm product={product} openAt={opened === 'again' ? undefined : opened} /> : lid}
      </Suspense>
    </div>
  )
}

function Sheet({ product }: Props) {
  const { t } = site()
  const sheet = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const open = () => {
    // An empty sheet would be scrolled to show its button.
    flushSync(() => setOpened(true))
    sheet.current?.showModal()
  }
  const actions: LidActions = { onOpen: open, onNear: preload, opening: false }
  return (
    <>
      <div className="buy-bar">
        <p className="price">
          <PriceFrom price={product.price} />
        </p>
        <CheckControl actions={actions} />
      </div>
      <dialog ref={sheet} className="sheet" aria-label={t('ticket.title')}>
        <div className="sheet-head">
          <p aria-hidden="true">{t('ticket.title')}</p>
          <button
            type="button"
            className="sheet-close"
            aria-label={t('ticket.close')}
            onClick={() => sheet.current?.close()}
          >
            <Icon name="cross" />
          </button>
        </div>
        <div className="ticket-frame">
          {opened && (
            <Suspense fallback={<SheetWait />}>
              <TicketForm product={product} />
            </Suspense>
          )}
        </div>
      </dialog>
    </>
  )
}

function SheetWait() {
  return (
    <div className="sheet-wait" role="status">
      <span className="sr-only">{site().t('ticket.loading')}</span>
      <span className="wait-bar" />
      <span className="wait-bar" />
      <span className="wait-bar" />
    </div>
  )
}

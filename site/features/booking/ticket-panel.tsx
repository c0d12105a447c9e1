import { lazy, Suspense, useEffect, useState, type ReactNode, useSyncExternalStore } from 'react'
import { whenOnline } from '../../lib/navigation/offline'
import { t } from '../../lib/site'
import { BuyBar } from './buy-bar'
import { CheckAvailabilityControl, TicketSummary, type SummaryPart } from './ticket-summary'
import { hasDraft } from './has-draft'
import type { TicketProduct } from './ticket-product'

interface Props {
  product: TicketProduct
  /** The label of the button that opens it, for other purposes than booking. */
  label?: string
  /** Renders the opened ticket. */
  form: (openAt?: SummaryPart) => ReactNode
}

/**
 * The ticket in its column, or in a sheet behind a bar at the foot of a narrow screen. A form that was opened by a
 * press stays open when a tablet is turned.
 */
export function TicketPanel(props: Props) {
  const { product, label, form } = props
  const wide = useIsWide()
  // Null: the form is closed. Undefined: the column shows it because of a draft, and no part was chosen.
  const [opened, setOpened] = useState<SummaryPart | undefined | null>(() =>
    hasDraft(product.slug) ? undefined : null,
  )
  if (!wide) return <Sheet {...props} opened={opened} setOpened={setOpened} />
  return (
    <div className="ticket ticket-frame">
      {opened !== null ? (
        form(opened)
      ) : (
        <TicketSummary
          price={product.price}
          label={label}
          cancellation={product.options[0]?.cancellation ?? []}
          onOpen={setOpened}
        />
      )}
    </div>
  )
}

const loadSheet = () => import('./booking-sheet').then((module) => ({ default: module.BookingSheet }))
const BookingSheet = lazy(() => whenOnline(loadSheet))

interface SheetProps extends Props {
  opened: SummaryPart | undefined | null
  setOpened: (opened: SummaryPart | null) => void
}

function Sheet({ product, label, form, opened, setOpened }: SheetProps) {
  useEffect(() => void loadSheet().catch(() => {}), [])
  return (
    <>
      <BuyBar price={product.price}>
        <CheckAvailabilityControl label={label} onOpen={setOpened} />
      </BuyBar>
      {opened && (
        <Suspense>
          <BookingSheet title={label ?? t('ticket.title')} onClose={() => setOpened(null)}>
            {form()}
          </BookingSheet>
        </Suspense>
      )}
    </>
  )
}

// From this width on the ticket has its own column, as in features/booking/ticket.css.
const wideQuery = '(width >= 64rem)'

function subscribe(changed: () => void): () => void {
  const list = matchMedia(wideQuery)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wideQuery).matches)
}

import { Amount } from '../../components/ui/amount'
import { Interpolate } from '../../components/ui/interpolate'
import { Button } from '../../components/ui/button'
import { Dialog } from '../../features/dialog/dialog'
import { moneyIn } from '../../lib/money/price'
import { formatPercent } from '../../lib/i18n/format'
import type { Booking, CancellationQuote, Order } from '../../features/order/order'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'
import { raiseToast } from '../../features/toasts/raise-toast'
import { BookingName, closeDialog, isImpossible, DialogStatus, type ChangeProps } from './dialog-parts'
import { useAction } from '../../features/http/use-action'
import { useRequest } from '../../features/http/use-request'
import { api } from '../../features/http/api'

/** Shows the refund of a cancellation and asks for confirmation. */
export function CancelDialog({ order, booking, onChanged, onStale, onClose }: ChangeProps) {
  const path = { orderId: order.id, bookingId: booking.id }
  const close = () => closeDialog({ booking, onClose })
  const { quote, problem, changed, busy, retry, confirm } = useCancellation(path, (now) => {
    onChanged(now)
    close()
    raiseToast({ kind: 'success', text: t('cancel.done') })
  })
  const impossible = isImpossible(problem)
  const closeButton = (
    <Button variant="outlined" label={t(impossible ? 'dialog.close' : 'cancel.keep')} onClick={close} />
  )
  return (
    <Dialog title={t('cancel.title')} onClose={close}>
      {quote && !impossible ? (
        <div className="dialog-body">
          <BookingName booking={booking} />
          {changed && (
            <p className="field-error" role="alert">
              {t('cancel.changed')}
            </p>
          )}
          <Refund quote={quote} order={order} booking={booking} />
          <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
          <div className="dialog-actions">
            <Button
              variant="outlined"
              color="var(--color-error)"
              label={t('cancel.confirm')}
              loading={busy}
              onClick={() => void confirm()}
            />
            {closeButton}
          </div>
        </div>
      ) : (
        <DialogStatus
          impossible={impossible && t('cancel.gone')}
          loading={t('cancel.loading')}
          {...{ booking, problem, onStale }}
          onRetry={retry}
          closeButton={closeButton}
        />
      )}
    </Dialog>
  )
}

function Refund({ quote, order, booking }: { quote: CancellationQuote; order: Order; booking: Booking }) {
  const { refunded: before = 0 } = booking
  const { status, refundByShop } = order.payment
  const refundText = refundByShop ? 'cancel.byShop' : 'cancel.within'
  if (quote.freeUntil === 'payment' || booking.amount === 0) return <p>{t('cancel.unpaid')}</p>
  if (quote.freeUntil === 'confirmation') return <p>{t('cancel.authorised')}</p>
  const { back, due = 0, applied = 0 } = quote
  const part = back < quote.refund || due > 0
  const stillDue = due > 0 && (
    <p>
      <Interpolate
        message={(placeholders) => t('cancel.due', placeholders)}
        values={{ amount: <Amount exact money={moneyIn(quote, due)} /> }}
      />
    </p>
  )
  if (quote.refund === 0)
    return (
      <>
        <p>{t('cancel.none')}</p>
        {stillDue}
      </>
    )
  return (
    <>
      {back > 0 && (
        <p className="total">
          <span>{t('cancel.refund')}</span>
          <output>
            <Amount exact money={moneyIn(quote, back)} />
          </output>
        </p>
      )}
      {before > 0 && (
        <p className="muted">
          <Interpolate
            message={(placeholders) => t('labelled', placeholders)}
            values={{ label: t('result.refunded'), value: <Amount exact money={moneyIn(quote, before)} /> }}
          />
        </p>
      )}
      <p>{t(part ? 'cancel.percentPart' : 'cancel.percent', { percent: formatPercent(quote.percent) })}</p>
      {stillDue}
      {applied > 0 && (
        <p>
          <Interpolate
            message={(placeholders) => t('cancel.applied', placeholders)}
            values={{ amount: <Amount exact money={moneyIn(quote, applied)} /> }}
          />
        </p>
      )}
      {back > 0 && <p>{t(status === 'authorised' ? 'cancel.releasedPart' : refundText)}</p>}
    </>
  )
}

/** The path's parameters are the ids of an order and of its booking. */
const cancellationPath = '/orders/{orderId}/bookings/{bookingId}/cancellation'

/** Fetches the cancellation quote at once, and cancels the booking. */
function useCancellation(path: { orderId: string; bookingId: string }, onCancelled: (order: Order) => void) {
  const {
    data: quote,
    problem: quoteProblem,
    pending,
    retry,
  } = useRequest(path.bookingId, (signal) => api('GET', cancellationPath, { path, signal }))
  const { busy, problem: failure, run } = useAction()
  const changed = failure?.code === 'price_changed'
  const confirm = async () => {
    if (!quote || pending) return
    const body = { refund: quote.refund, quote }
    // It fails with `price_changed` if the quote has changed.
    const failed = await run(async () => onCancelled(await api('POST', cancellationPath, { path, body })))
    if (failed?.code === 'price_changed') retry()
  }
  const problem = changed ? quoteProblem : (failure ?? quoteProblem)
  return { quote, problem, changed: changed && !pending, busy: busy || (changed && pending), retry, confirm }
}

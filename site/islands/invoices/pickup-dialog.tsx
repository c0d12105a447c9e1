import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { LoadFailure } from '../../features/http/load-failure'
import { PlaceFields } from '../../features/booking/place-fields'
import { Button } from '../../components/ui/button'
import { Dialog } from '../../features/ui/dialog'
import { problemOf, type Problem } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'
import { fullDay, placeOfTime } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-terms'
import { focusFirst } from '../../features/forms/focus-first'
import { getTransfers, changeTransfers, type Booking, type Order } from '../../features/order/order'
import { isAsked, placeOf, ways } from '../../features/booking/places'
import { fieldTexts, problemText } from '../../features/http/problems'
import { site } from '../../lib/site'
import { raiseToast } from '../../features/toasts/toast'

interface Props {
  order: Order
  booking: Booking
  /** Is given the order as it is afterwards. */
  onMoved: (order: Order) => void
  onClose: () => void
}

/** Asks anew where a booking's travellers are collected and taken back to. */
export function PickupDialog({ order, booking, onMoved, onClose }: Props) {
  const { t } = site()
  const { places, answers, answer, problem, busy, ask, save } = useMoving(order.id, booking.id, (now) => {
    onMoved(now)
    flushSync(onClose)
    raiseToast({ kind: 'success', text: t('places.saved') })
  })
  const gone = problem?.code === 'not_possible' || problem?.code === 'not_found'
  const errors = problem ? fieldTexts(problem) : {}
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void save()
  }
  const place = { timeZone: booking.timeZone, name: placeOfTime(booking) }
  return (
    <Dialog title={t('places.change')} onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <p>
          <span className="strong block">{booking.product.title}</span>
          <span className="muted">{fullDay(booking.date)}</span>
        </p>
        {!places && !problem && <p role="status">{t('cart.loading')}</p>}
        {gone && (
          <p className="field-error" role="alert">
            {t('places.gone')}
          </p>
        )}
        {places && !gone && (
          <>
            {ways.map((way) => {
              const asked = places[way]
              if (!isAsked(asked)) return null
              const change = (next: components['schemas']['Place']) => answer(way, next)
              return (
                <PlaceFields
                  key={way}
                  way={way}
                  asked={asked}
                  answer={answers[way] ?? {}}
                  name={way}
                  errors={errors}
                  onChange={change}
                />
              )
            })}
            <p className="small muted">{t('places.until', { moment: deadlineAt(places.until, place) })}</p>
          </>
        )}
        {problem && !gone && !places && <LoadFailure problem={problem} onRetry={() => void ask()} />}
        <div role="alert">{problem && places && !gone && <p className="field-error">{problemText(problem)}</p>}</div>
        <div className="dialog-actions">
          {places && !gone && <Button type="submit" label={t('places.save')} loading={busy} />}
          <Button variant="outlined" label={t('dialog.close')} onClick={onClose} />
        </div>
      </form>
    </Dialog>
  )
}

type Answers = components['schemas']['TransfersInput']

/** What can be answered, asked for at once, the answers, and the change itself. */
function useMoving(order: string, booking: string, onMoved: (order: Order) => void) {
  const [places, setPlaces] = useState<components['schemas']['Transfers']>()
  const [answers, setAnswers] = useState<Answers>({})
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const latest = useRef<Answers>({})

  const answer = (way: keyof Answers, place: Answers['pickup']) => {
    latest.current = { ...latest.current, [way]: place }
    setAnswers(latest.current)
  }
  const ask = useCallback(
    () =>
      getTransfers(order, booking).then(
        (now) => {
          latest.current = { pickup: placeOf(now.pickup), dropOff: placeOf(now.dropOff) }
          setAnswers(latest.current)
          setPlaces(now)
          setProblem(undefined)
        },
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [order, booking],
  )
  useEffect(() => void ask(), [ask])
  const save = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      // What is typed last is answered just before the form is sent.
      onMoved(await changeTransfers(order, booking, latest.current))
    } catch (error) {
      const failure = problemOf(error)
      flushSync(() => setProblem(failure))
      focusFirst((failure.fields ?? []).map(({ name }) => name))
    } finally {
      setBusy(false)
    }
  }
  return { places, answers, answer, problem, busy, ask, save }
}

import './waiting-list-form.css'
import * as v from 'valibot'
import { useEffect, useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { Interpolate } from '../../components/ui/interpolate'
import { readJson, writeJson } from '../../lib/browser/storage'
import { formatTime } from '../../lib/i18n/format'
import { loadMessages } from '../../lib/i18n/load-messages'
import { site, t } from '../../lib/site'
import { api, type Schemas } from '../http/api'
import { problemText } from '../http/problems'
import type { Day } from '../../lib/i18n/clock'
import { focusShown } from '../forms/focus-first'
import { emailAddress } from '../forms/rules'
import { EmailField } from '../forms/text-field'
import { pickTexts } from '../forms/texts-of'
import { useForm } from '../forms/use-form'
import { usePrefill } from '../forms/use-prefill'
import type { Slot } from './availability'
import type { Counts } from './counts'
import { saveDraft, validCounts } from './saved-draft'
import { choiceOf, fitUnits } from './ticket-draft'
import { ticketErrorOf } from './ticket-error'
import { UnitSteppers } from './unit-steppers'
import type { TicketState } from './use-ticket'
import { isFullOrScarce } from './waiting-list-button'

interface Props {
  /** Whether the button has just been pressed, so that the focus moves here; not if another day is chosen. */
  pressedRef: RefObject<boolean>
  ticket: TicketState
  day: string
  slots: Slot[]
  /** Where the tab keeps the draft of the form. */
  storageKey: string
}

type Sent = Schemas['WaitingPlace'] & { email: string }

const schema = v.object({ email: emailAddress })

/** Returns the form once its messages are loaded. */
export async function loadWaitingListForm() {
  const { shell, messages } = site()
  await loadMessages(shell, messages, 'waiting')
  return { default: WaitingListForm }
}

/** The start, the party and the address for a waiting list. It is inside the ticket's form, so it is no form itself. */
function WaitingListForm({ pressedRef, ticket, day, slots, storageKey }: Props) {
  const { product, draft } = ticket
  const draftOf = draft.option.id + day
  const starts = slots.filter((slot) => isFullOrScarce(slot, ticket)).map(({ startTime }) => startTime)
  const [kept] = useState(() => loadKept(storageKey, draftOf))
  const [chosen, setChosen] = useState(kept.start)
  const start = starts.includes(chosen) ? chosen : starts[0]
  const [units, setUnits] = useState(kept.units ? fitUnits(draft.option, kept.units) : draft.units)
  const [sent, setSent] = useState<Sent>()
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({
    id: 'waiting',
    schema,
    values: { email: kept.email ?? '' },
    send: async ({ email }) => {
      setRefusal(undefined)
      const place = await api('POST', '/waiting', {
        body: { email, choice: choiceOf(product, { ...draft, units, extras: {} }, day, start) },
      })
      setSent({ email, ...place })
    },
    handles: (problem) => {
      if (problem.code === 'not_full') {
        // The seats can be booked: the ticket takes the choice.
        ticket.change({ date: day as Day, startTime: start, units })
        ticket.slots.retry()
        setRefusal(problemText(problem))
        return true
      }
      if (problem.code !== 'invalid' || problem.fields?.some(({ name }) => name === 'email')) return false
      setRefusal(ticketErrorOf(problem, draft.option).text)
      return true
    },
  })
  const { email } = form.values
  useKept(storageKey, sent ? undefined : { draftOf, email, start, units }, ticket, day)
  usePrefill(form, (user) => ({ email: user.email }))
  if (sent) return <Joined {...sent} />
  const problem = form.problem ?? refusal
  if (starts.length === 0) return problem && <NotFull text={problem} />
  const focusOnce = (element: HTMLElement | null) => {
    if (element && pressedRef.current) focusShown(element)
    pressedRef.current = false
  }
  // Enter would send the form of the ticket.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void form.submit(event)
  }
  return (
    <div className="waiting" role="group" aria-label={t('waiting.title')} aria-busy={form.busy}>
      <p className="strong" ref={focusOnce} tabIndex={-1}>
        {t('waiting.title')}
      </p>
      <p className="small">{t('waiting.text')}</p>
      <FullStarts starts={starts} start={start} onChange={setChosen} onKeyDown={onKeyDown} />
      <UnitSteppers {...draft.option} counts={units} noteOf={() => null} onChange={setUnits} />
      <EmailField {...form.field('email')} onKeyDown={onKeyDown} label={t('waiting.email')} />
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button variant="outlined" label={t('waiting.join')} loading={form.busy} onClick={() => void form.submit()} />
    </div>
  )
}

interface Kept {
  email?: string
  start?: string
  units?: Counts
}

/** Keeps the form in the tab, and the ticket with it: after a reload both are open at this day. */
function useKept(storageKey: string, values: object | undefined, { product, draft }: TicketState, day: string): void {
  useEffect(() => writeJson(storageKey, values))
  useEffect(() => saveDraft(product, { ...draft, date: day as Day }), [product, draft, day])
}

/** Returns what the tab has kept of the form: of another option or day, the address alone. */
function loadKept(storageKey: string, draftOf: string): Kept {
  const stored = readJson(storageKey)
  const { email, start, draftOf: of } = pickTexts(stored, ['email', 'start', 'draftOf'])
  return of === draftOf ? { email, start, units: validCounts((stored as { units?: unknown }).units) } : { email }
}

interface StartsProps {
  starts: (string | undefined)[]
  start?: string
  onChange: (start?: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function FullStarts({ starts, start, onChange, onKeyDown }: StartsProps) {
  const name = useId()
  if (!starts[0]) return null
  return (
    <fieldset className="chips">
      <legend>{t('ticket.times')}</legend>
      {starts.map((startTime = '') => (
        <label key={startTime} className="chip">
          <input
            type="radio"
            name={name}
            checked={startTime === start}
            onChange={() => onChange(startTime)}
            onKeyDown={onKeyDown}
          />
          <bdi>{formatTime(startTime)}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

/** What the form leaves once no start is full any more. */
function NotFull({ text }: { text: string }) {
  return (
    <p role="alert" className="small" ref={focusShown} tabIndex={-1}>
      {text}
    </p>
  )
}

function Joined({ email, place, kept }: Sent) {
  const title = t(place ? 'waiting.joined' : 'waiting.offered')
  return (
    <div className="waiting" role="group" aria-label={title}>
      <p className="strong" ref={focusShown} tabIndex={-1}>
        <Icon name="check" />
        {title}
      </p>
      <p className="small">
        <Interpolate
          message={(placeholders) =>
            t(place ? 'waiting.joinedText' : 'waiting.offeredText', { place, ...placeholders })
          }
          values={{ email: <bdi dir="ltr">{email}</bdi> }}
        />
      </p>
      {kept && <p className="small">{t(place ? 'waiting.kept' : 'waiting.offeredKept')}</p>}
    </div>
  )
}

import '../../styles/account.css'
import { useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { safeParse } from 'valibot'
import { slot, Filled } from '../../components/filled'
import { Button } from '../../components/ui/button'
import { TextArea } from '../../components/ui/text-area'
import { FieldError, TextField } from '../../components/ui/text-field'
import { api, problemOf, type Problem } from '../../lib/api'
import { focusFirst } from '../../lib/focus-first'
import { problemText } from '../../lib/problems'
import { site } from '../../lib/site'
import { keepDraft, lengthOf, longestText, longestTitle, recallDraft, reviewSchema, type Draft } from './draft'

type Name = keyof Draft
type Wrong = Partial<Record<Name, string>>

interface Props {
  slug: string
  /** The name that the review will stand under. */
  author: string
  onSent: () => void
  onSignedOut: () => void
  /** The server has changed its mind of whether he may write. */
  onRefused: () => void
}

const fields: Name[] = ['rating', 'title', 'text']
const idOf = (name: Name) => (name === 'rating' ? 'review.rating-1' : `review.${name}`)

export function WriteForm({ author, ...told }: Props) {
  const { t } = site()
  const { draft, wrong, problem, busy, change, submit } = useWriting(told)
  const said = (name: Name) => wrong[name] && t(`reviews.wrong.${wrong[name] as 'min'}`)
  return (
    <form className="asking" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <StarField value={draft.rating} error={said('rating')} onChange={(rating) => change({ rating })} />
      <TextField
        id="review.title"
        label={t('reviews.title')}
        optional={t('form.optional')}
        hint={t('reviews.titleHint', { most: longestTitle })}
        value={draft.title}
        error={said('title')}
        dir="auto"
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        id="review.text"
        label={t('reviews.text')}
        hint={t('reviews.textHint')}
        value={draft.text}
        length={lengthOf(draft.text)}
        most={longestText}
        error={said('text')}
        required
        dir="auto"
        rows={5}
        onChange={({ target }) => change({ text: target.value })}
      />
      {author && (
        <p className="small muted">
          <Filled text={t('reviews.as', { author: slot })}>
            <bdi>{author}</bdi>
          </Filled>
        </p>
      )}
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <Button type="submit" label={t('reviews.send')} loading={busy} />
    </form>
  )
}

/** What was typed, what is wrong with it, and the sending of it. */
function useWriting({ slug, onSent, onSignedOut, onRefused }: Omit<Props, 'author'>) {
  const [draft, setDraft] = useState(() => recallDraft(slug))
  const [wrong, setWrong] = useState<Wrong>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(slug, next)
    const now = judge(next)
    // What is being mended is judged anew; what nobody has complained of is not judged before its time.
    setWrong((before) => Object.fromEntries(Object.entries(now).filter(([name]) => name in before)))
  }
  const complain = (codes: Wrong) => {
    flushSync(() => setWrong(codes))
    return focusFirst(fields.filter((name) => codes[name]).map(idOf))
  }
  const fail = (failure: Problem, button: HTMLElement | null) => {
    if (failure.code === 'signed_out') return onSignedOut()
    if (failure.code === 'forbidden' || failure.code === 'not_possible') return onRefused()
    const codes: Wrong = {}
    for (const { name, code } of failure.fields ?? []) {
      const field = fields.find((known) => known === name)
      if (field) codes[field] ??= field === 'rating' ? 'rating' : code
    }
    flushSync(() => {
      setBusy(false)
      if (Object.keys(codes).length === 0) setProblem(problemText(failure))
    })
    if (!complain(codes)) button?.focus()
  }
  const submit = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent
    setProblem(undefined)
    const codes = judge(draft)
    if (Object.keys(codes).length > 0) return void complain(codes)
    setBusy(true)
    try {
      await api('/reviews', { method: 'POST', body: { product: slug, ...draft } })
      onSent()
    } catch (error) {
      fail(problemOf(error), submitter)
    }
  }
  return { draft, wrong, problem, busy, change, submit }
}

interface StarProps {
  value: number
  error?: string
  onChange: (stars: number) => void
}

/** One to five stars, each with its word. Radio buttons: the arrow keys go from star to star. */
function StarField({ value, error, onChange }: StarProps) {
  const { t } = site()
  return (
    <fieldset className="star-field" aria-describedby={error && 'review.rating-error'}>
      <legend>{t('reviews.rating')}</legend>
      <div className="star-choices">
        {([1, 2, 3, 4, 5] as const).map((n) => (
          <label key={n} className="star-choice" data-lit={n <= value || undefined}>
            <input
              type="radio"
              id={`review.rating-${n}`}
              name="rating"
              className="sr-only"
              required
              checked={value === n}
              onChange={() => onChange(n)}
            />
            <i className="star-glyph" />
            <span className="sr-only">{`${t('reviews.stars', { count: n })}: ${t(`reviews.word${n}`)}`}</span>
          </label>
        ))}
        <span className="star-word" aria-hidden="true">
          {value > 0 && t(`reviews.word${value as 1}`)}
        </span>
      </div>
      <FieldError id="review.rating" text={error} />
    </fieldset>
  )
}

/** What is wrong with a review, the first of each field. */
function judge(draft: Draft): Wrong {
  const wrong: Wrong = {}
  for (const { path, message } of safeParse(reviewSchema, draft).issues ?? []) {
    const name = fields.find((known) => known === path?.[0].key)
    if (name) wrong[name] ??= message
  }
  return wrong
}

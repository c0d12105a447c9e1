import { Interpolate } from '../../components/ui/interpolate'
import { TextArea } from '../../features/forms/text-area'
import { FieldError, TextField } from '../../features/forms/text-field'
import { SmallForm } from '../../features/forms/small-form'
import { useForm } from '../../features/forms/use-form'
import { api } from '../../features/http/api'
import { t } from '../../lib/site'
import {
  saveDraft,
  countCharacters,
  maxTextLength,
  maxTitleLength,
  loadDraft,
  reviewSchema,
  type ReviewDraft,
} from './review-schema'

interface Props {
  slug: string
  /** The name that is shown with the review. */
  author: string
  onSent: () => void
  onSignedOut: () => void
  /** Called when the server does not let the visitor write any more. */
  onRefused: () => void
}

export function WriteForm({ slug, author, onSent, onSignedOut, onRefused }: Props) {
  const { field, values, set, busy, problem, submit } = useForm<ReviewDraft>({
    id: 'review',
    schema: reviewSchema,
    values: loadDraft(slug),
    onChange: (draft) => saveDraft(slug, draft),
    errorText: (name, code) => t(`reviews.wrong.${name === 'rating' ? 'rating' : (code as 'min')}`),
    send: async (draft) => {
      await api('POST', '/reviews', { body: { product: slug, ...draft } })
      onSent()
    },
    handles: ({ code }) => {
      if (code === 'signed_out') onSignedOut()
      else if (code === 'forbidden' || code === 'not_possible') onRefused()
      else return false
      return true
    },
  })
  const { error } = field('rating')
  return (
    <SmallForm label={t('reviews.send')} busy={busy} problem={problem} onSubmit={submit}>
      <StarField value={values.rating} error={error} onChange={(rating) => set({ rating })} />
      <TextField
        {...field('title')}
        label={t('reviews.title')}
        optional
        hint={t('reviews.titleHint', { most: maxTitleLength })}
        dir="auto"
      />
      <TextArea
        {...field('text')}
        label={t('reviews.text')}
        hint={t('reviews.textHint')}
        length={countCharacters(values.text)}
        limit={maxTextLength}
        dir="auto"
        rows={5}
      />
      {author && (
        <p className="small muted">
          <Interpolate
            message={(placeholders) => t('reviews.as', placeholders)}
            values={{ author: <bdi>{author}</bdi> }}
          />
        </p>
      )}
    </SmallForm>
  )
}

/** One to five stars, each with its word. Radio buttons: the arrow keys go from star to star. */
function StarField({ value, error, onChange }: { value: number; error?: string; onChange: (stars: number) => void }) {
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
            <span className="sr-only">
              {t('labelled', { label: t('reviews.stars', { count: n }), value: t(`reviews.word${n}`) })}
            </span>
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

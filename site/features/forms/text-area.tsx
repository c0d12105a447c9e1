import './fields.css'
import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { formatCount } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import { FieldError } from './text-field'

interface Props extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'maxLength'> {
  id: string
  label: string
  /** The word "optional", for a field that may stay empty. */
  optional?: string
  hint?: ReactNode
  error?: string
  /** The characters written, and the most that the API accepts. Longer texts are not cut off, but refused. */
  length: number
  most: number
  ref?: Ref<HTMLTextAreaElement>
}

// From this many characters left on, screen readers announce them.
const soonFull = 50

/** A field of several lines, with a count of its characters. Needs the message `form.charactersLeft`. */
export function TextArea({ id, label, optional, hint, error, length, most, className, ...area }: Props) {
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const left = most - length
  return (
    <div className={className ? `text-field ${className}` : 'text-field'}>
      <label htmlFor={id}>
        {label} {optional && <span className="muted">({optional})</span>}
      </label>
      <textarea
        id={id}
        className="field"
        aria-invalid={error ? true : undefined}
        aria-describedby={about || undefined}
        {...area}
      />
      <div className="field-foot">
        {hint && (
          <p id={`${id}-hint`} className="small muted">
            {hint}
          </p>
        )}
        <p className="small muted field-count" data-full={left < 0 || undefined} aria-hidden="true">
          <bdi dir="ltr">{`${formatCount(length)} / ${formatCount(most)}`}</bdi>
        </p>
        <p className="sr-only" role="status">
          {left >= 0 && left <= soonFull && t('form.charactersLeft', { count: left })}
        </p>
      </div>
      <FieldError id={id} text={error} />
    </div>
  )
}

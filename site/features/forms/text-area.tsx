import './fields.css'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { formatCount } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import { controlAttributes, Field, type FieldProps } from './text-field'

interface Props extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | 'maxLength'> {
  /** The characters written, and the most that the API accepts. Longer texts are not cut off, but refused. */
  length: number
  limit: number
  ref?: Ref<HTMLTextAreaElement>
}

// From this many characters left on, screen readers announce them.
const announceFrom = 50

/** A field of several lines, with a count of its characters. Needs the message `form.charactersLeft`. */
export function TextArea({ id, label, optional, hint, error, length, limit, className, required, ...area }: Props) {
  const left = limit - length
  return (
    <Field {...{ id, label, optional, error, className }}>
      <textarea {...controlAttributes({ id, hint, error })} required={required && !optional} {...area} />
      <div className="field-foot">
        {hint && (
          <p id={`${id}-hint`} className="small muted">
            {hint}
          </p>
        )}
        <p className="small muted field-count" data-full={left < 0 || undefined} aria-hidden="true">
          <bdi dir="ltr">{`${formatCount(length)} / ${formatCount(limit)}`}</bdi>
        </p>
        <p className="sr-only" role="status">
          {left >= 0 && left <= announceFrom && t('form.charactersLeft', { count: left })}
        </p>
      </div>
    </Field>
  )
}

import './fields.css'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { t } from '../../lib/site'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  id: string
  label: string
  /** The word "optional", for a field that may stay empty; the others are required. */
  optional?: string
  hint?: ReactNode
  /** The error's text under the field, which screen readers read with it. */
  error?: string
  /** How to correct the error. */
  remedy?: string
  /** A button at the end of the line. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled field of one line, with its hint and its error. */
export function TextField({ id, label, optional, hint, error, remedy, end, className, ...input }: Props) {
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const line = (
    <input
      id={id}
      className="field"
      aria-invalid={error ? true : undefined}
      aria-describedby={about || undefined}
      {...input}
    />
  )
  return (
    <div className={className ? `text-field ${className}` : 'text-field'}>
      <label htmlFor={id}>
        {label} {optional && <span className="muted">({optional})</span>}
      </label>
      {end ? (
        <div className="field-box">
          {line}
          {end}
        </div>
      ) : (
        line
      )}
      {hint && (
        <p id={`${id}-hint`} className="small muted">
          {hint}
        </p>
      )}
      <FieldError id={id} text={error} remedy={remedy} />
    </div>
  )
}

/** A field for an e-mail address, from left to right in every language. The browser fills in the visitor's own. */
export function EmailField({ autoComplete = 'email', error, ...field }: Omit<Props, 'type' | 'dir' | 'maxLength'>) {
  const remedy = error === t('form.format') ? t('form.emailExample') : undefined
  return <TextField {...field} {...{ error, remedy, autoComplete }} type="email" dir="ltr" maxLength={254} />
}

interface ErrorProps {
  id: string
  text?: string
  remedy?: string
}

/** The error of the field of this id. */
export function FieldError({ id, text, remedy }: ErrorProps) {
  if (!text) return null
  return (
    <p id={`${id}-error`} className="field-error">
      {text}
      {remedy && <span className="block">{` ${remedy}`}</span>}
    </p>
  )
}

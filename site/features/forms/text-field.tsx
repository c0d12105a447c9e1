import './fields.css'
import type { InputHTMLAttributes, PropsWithChildren, ReactNode, Ref } from 'react'
import { t } from '../../lib/site'

/** What every field has around its control. */
export interface FieldProps {
  id: string
  label: string
  /** The word "optional", for a field that may stay empty; the others are required. */
  optional?: string
  hint?: ReactNode
  /** The error's text under the field, which screen readers read with it. */
  error?: string
  /** How to correct the error. */
  remedy?: string
  className?: string
}

/** A control between its label and its error. */
export function Field({ id, label, optional, error, remedy, className = '', children }: PropsWithChildren<FieldProps>) {
  return (
    <div className={`text-field ${className}`.trim()}>
      <label htmlFor={id}>
        {label} {optional && <span className="muted">({optional})</span>}
      </label>
      {children}
      <FieldError id={id} text={error} remedy={remedy} />
    </div>
  )
}

/** Returns the attributes of a control, which lead to its hint and its error. */
export function controlOf({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, className: 'field', 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined }
}

/** The hint of the field of this id. */
export function Hint({ id, hint }: Pick<FieldProps, 'id' | 'hint'>) {
  if (!hint) return null
  return (
    <p id={`${id}-hint`} className="small muted">
      {hint}
    </p>
  )
}

interface Props extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps> {
  /** A button at the end of the line. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled field of one line, with its hint and its error. */
export function TextField({ label, optional, className, remedy, end, id, hint, error, ...input }: Props) {
  const line = <input {...controlOf({ id, hint, error })} {...input} />
  return (
    <Field {...{ id, label, optional, error, remedy, className }}>
      {end ? (
        <div className="field-box">
          {line}
          {end}
        </div>
      ) : (
        line
      )}
      <Hint id={id} hint={hint} />
    </Field>
  )
}

/** A field for an e-mail address, from left to right in every language. The browser fills in the visitor's own. */
export function EmailField({ autoComplete = 'email', error, ...field }: Omit<Props, 'type' | 'dir' | 'maxLength'>) {
  const remedy = error === t('form.format') ? t('form.emailExample') : undefined
  return <TextField {...field} {...{ error, remedy, autoComplete }} type="email" dir="ltr" maxLength={254} />
}

/** The error of the field of this id. */
export function FieldError({ id, text, remedy }: { id: string; text?: string; remedy?: string }) {
  if (!text) return null
  return (
    <p id={`${id}-error`} className="field-error">
      {text}
      {remedy && <span className="block">{` ${remedy}`}</span>}
    </p>
  )
}

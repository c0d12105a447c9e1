import './fields.css'
import type { InputHTMLAttributes, PropsWithChildren, ReactNode, Ref } from 'react'
import { t } from '../../lib/site'

/** The frame of every field. */
export interface FieldProps {
  id: string
  label: string
  /** May stay empty, which its label states. Needs the message `form.optional`. */
  optional?: boolean
  hint?: ReactNode
  /** The error's text under the field, which screen readers read with it. */
  error?: ReactNode
  className?: string
}

/** A control with its label, its hint and its error. */
export function Field({ id, label, optional, hint, error, className = '', children }: PropsWithChildren<FieldProps>) {
  return (
    <div className={`text-field ${className}`}>
      <label htmlFor={id}>
        {label} {optional && <span className="muted">({t('form.optional')})</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="small muted">
          {hint}
        </p>
      )}
      <FieldError id={id} text={error} />
    </div>
  )
}

/** Returns the attributes of a control, which lead to its hint and its error. */
export function controlAttributes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    className: 'field',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  }
}

interface Props extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps> {
  /** A button at the end of the line. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled field of one line, with its hint and its error. */
export function TextField({ label, optional, className, end, id, hint, error, required, ...input }: Props) {
  const control = <input {...controlAttributes({ id, hint, error })} required={required && !optional} {...input} />
  return (
    <Field {...{ id, label, optional, hint, error, className }}>
      {end ? (
        <div className="field-box">
          {control}
          {end}
        </div>
      ) : (
        control
      )}
    </Field>
  )
}

/** A field for an e-mail address, from left to right in every language. The browser fills in the visitor's own. */
export function EmailField({ autoComplete = 'email', error, ...field }: Omit<Props, 'type' | 'dir' | 'maxLength'>) {
  const withExample = (
    <>
      {error}
      <span className="block">{` ${t('form.emailExample')}`}</span>
    </>
  )
  const shown = error === t('form.format') ? withExample : error
  return <TextField {...field} {...{ autoComplete, error: shown }} type="email" dir="ltr" maxLength={254} />
}

/** The error of the field of this id. */
export function FieldError({ id, text }: { id: string; text?: ReactNode }) {
  return (
    text && (
      <p id={`${id}-error`} className="field-error">
        {text}
      </p>
    )
  )
}

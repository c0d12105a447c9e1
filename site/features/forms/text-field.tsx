import './fields.css'
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'

interface Field {
  id: string
  label: string
  /** The word "optional", for a field that may stay empty; the others are required. */
  optional?: string
  /** The error's text under the field, which screen readers read with it. */
  error?: string
}

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>, Field {
  hint?: ReactNode
  /** How to correct the error. */
  remedy?: string
  /** A button at the end of the line. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled field of one line, with its hint and its error. */
export function TextField({ id, label, optional, hint, error, remedy, end, className, ...input }: Props) {
  const line = <input id={id} className="field" {...described(id, error, hint)} {...input} />
  return (
    <FieldFrame {...{ id, label, optional, error, remedy, className }}>
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
    </FieldFrame>
  )
}

/** A field for an e-mail address, from left to right in every language. The browser fills in the visitor's own. */
export function EmailField({ autoComplete = 'email', error, ...field }: Omit<Props, 'type' | 'dir' | 'maxLength'>) {
  const remedy = error === t('form.format') ? t('form.emailExample') : undefined
  return <TextField {...field} {...{ error, remedy, autoComplete }} type="email" dir="ltr" maxLength={254} />
}

/** A labelled choice from the browser's own list. */
export function SelectField({
  id,
  label,
  optional,
  error,
  ...select
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & Field) {
  return (
    <FieldFrame {...{ id, label, optional, error }}>
      <div className="field-box">
        <select id={id} className="field" {...described(id, error)} {...select} />
        <Icon name="chevron" />
      </div>
    </FieldFrame>
  )
}

interface FrameProps extends Field {
  remedy?: string
  className?: string
  children: ReactNode
}

/** A control with its label above and its error below. */
export function FieldFrame({ id, label, optional, error, remedy, className, children }: FrameProps) {
  return (
    <div className={className ? `text-field ${className}` : 'text-field'}>
      <label htmlFor={id}>
        {label} {optional && <span className="muted">({optional})</span>}
      </label>
      {children}
      <FieldError id={id} text={error} remedy={remedy} />
    </div>
  )
}

/** Returns the attributes by which a control names its hint and its error. */
export function described(id: string, error?: string, hint?: ReactNode) {
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined }
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

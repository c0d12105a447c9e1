import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../../components/ui/icon'
import { controlOf, Field, type FieldProps } from './text-field'

type Props = Omit<FieldProps, 'hint'> & Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps>

/** A labelled choice from a list, whose children are the options. */
export function SelectField({ id, label, optional, error, className, ...select }: Props) {
  return (
    <Field {...{ id, label, optional, error, className }}>
      <div className="field-box">
        <select {...controlOf({ id, error })} {...select} />
        <Icon name="chevron" />
      </div>
    </Field>
  )
}

import type { ChangeEvent } from 'react'
import type { AccountStep } from './open-account-dialog'

/** What was typed of an account, and is kept from one step to the next; never a password. */
export interface Draft {
  firstName: string
  lastName: string
  email: string
}

export const blankDraft: Draft = { firstName: '', lastName: '', email: '' }

export interface StepProps {
  /** Makes the ids of the fields. */
  id: string
  draft: Draft
  /** Keeps what is typed in a field. */
  keep: <F extends Kept>(field: F) => F
  go: (step: AccountStep) => void
}

interface Kept {
  name: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Makes, of what keeps a part of a draft, what has a field kept. */
export function keeper(save: (part: Partial<Draft>) => void): StepProps['keep'] {
  return (field) => ({
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      save({ [field.name]: event.target.value })
      field.onChange(event)
    },
  })
}

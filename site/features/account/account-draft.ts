import type { AccountStep } from './open-account-dialog'

/** The entered details of an account, kept from one step to the next; never a password. */
export interface Draft {
  firstName: string
  lastName: string
  email: string
}

export const blankDraft: Draft = { firstName: '', lastName: '', email: '' }

export interface StepProps {
  /** The prefix of the ids of the fields. */
  id: string
  draft: Draft
  keep: (part: Partial<Draft>) => void
  go: (step: AccountStep) => void
}

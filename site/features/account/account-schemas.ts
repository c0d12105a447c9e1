import * as v from 'valibot'
import { emailAddress, personName } from '../forms/rules'
import { textError } from '../forms/use-form'
import { t } from '../../lib/site'

/** The specification's least length of a password, and the API's most. */
const shortest = 8
const longest = 200

const given = v.pipe(v.string(), v.nonEmpty('required'))
const chosen = { password: v.pipe(given, v.minLength(shortest, 'min'), v.maxLength(longest, 'max')), confirm: given }

const matches = (input: { password: string; confirm: string }) => input.password === input.confirm

export const signInSchema = v.object({
  email: emailAddress,
  // An older password may be shorter: the server decides.
  password: v.pipe(given, v.maxLength(longest, 'max')),
})

export const signUpSchema = v.pipe(
  v.object({ firstName: personName, lastName: personName, email: emailAddress, ...chosen }),
  v.forward(v.partialCheck([['password'], ['confirm']], matches, 'match'), ['confirm']),
)

export const forgotSchema = v.object({ email: emailAddress })

export const resetSchema = v.pipe(
  v.object(chosen),
  v.forward(v.partialCheck([['password'], ['confirm']], matches, 'match'), ['confirm']),
)

/** The entered details of an account, kept from one step to the next; never a password. */
export const blankDraft = { firstName: '', lastName: '', email: '' }
export type Draft = typeof blankDraft

/** Returns the error of an account's field. Needs the messages `form` and `account`. */
export function credentialText(name: string, code: string): string {
  if (code === 'match') return t('account.passwordMismatch')
  if (code === 'wrong_password') return t('problem.wrong_password')
  if (name === 'password' && code === 'min') return t('account.passwordShort')
  if (name === 'password' && code === 'max') return t('account.passwordLong')
  return textError(name, code)
}

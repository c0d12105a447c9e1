import * as v from 'valibot'
import { emailAddress, personName } from '../forms/rules'
import { textErrorOf } from '../forms/use-form'
import { t } from '../../lib/site'

/** The specification's least length of a password, and the API's most. */
const minPasswordLength = 8
const maxPasswordLength = 200

const nonEmptyText = v.pipe(v.string(), v.nonEmpty('required'))
const newPasswordFields = {
  password: v.pipe(nonEmptyText, v.minLength(minPasswordLength, 'min'), v.maxLength(maxPasswordLength, 'max')),
  confirm: nonEmptyText,
}

const passwordsMatch = (input: { password: string; confirm: string }) => input.password === input.confirm

export const signInSchema = v.object({
  email: emailAddress,
  // An older password may be shorter: the server decides.
  password: v.pipe(nonEmptyText, v.maxLength(maxPasswordLength, 'max')),
})

export const signUpSchema = v.pipe(
  v.object({ firstName: personName, lastName: personName, email: emailAddress, ...newPasswordFields }),
  v.forward(v.partialCheck([['password'], ['confirm']], passwordsMatch, 'match'), ['confirm']),
)

export const forgotSchema = v.object({ email: emailAddress })

export const resetSchema = v.pipe(
  v.object(newPasswordFields),
  v.forward(v.partialCheck([['password'], ['confirm']], passwordsMatch, 'match'), ['confirm']),
)

/** The entered details of an account, kept from one step to the next; never a password. */
export const blankDraft = { firstName: '', lastName: '', email: '' }
export type AccountDraft = typeof blankDraft

/** Returns the error of an account's field. Needs the messages `form` and `account`. */
export function credentialErrorText(name: string, code: string): string {
  if (code === 'match') return t('account.passwordMismatch')
  if (code === 'wrong_password') return t('problem.wrong_password')
  if (name === 'password' && code === 'min') return t('account.passwordShort')
  if (name === 'password' && code === 'max') return t('account.passwordLong')
  return textErrorOf(name, code)
}

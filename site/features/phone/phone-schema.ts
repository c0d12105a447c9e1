import * as v from 'valibot'
import { required } from '../forms/rules'
import { callingCode } from './calling-codes'
import { validPhone } from './valid-phone'

/** Returns the schema of a phone number in two fields, its country and the rest; `longest` is the API's limit. */
export const phoneSchema = (longest: number) =>
  v.pipeAsync(
    v.object({
      phoneCountry: v.pipe(
        required,
        v.check((country) => callingCode(country) !== '', 'unknown'),
      ),
      phone: v.pipe(required, v.maxLength(longest, 'max')),
    }),
    v.forwardAsync(
      v.partialCheckAsync([['phoneCountry'], ['phone']], async (input) => (await validPhone(input)) !== null, 'format'),
      ['phone'],
    ),
  )

import * as v from 'valibot'
import { required } from '../forms/rules'
import { callingCode } from './calling-codes'
import { normalizePhone } from './valid-phone'

/** Returns the schema of a phone number in two fields, its country and the rest; `maxLength` is the API's. */
export const phoneSchema = (maxLength: number) =>
  v.pipeAsync(
    v.object({
      phoneCountry: v.pipe(
        required,
        v.check((country) => callingCode(country) !== '', 'unknown'),
      ),
      phone: v.pipe(required, v.maxLength(maxLength, 'max')),
    }),
    v.forwardAsync(
      v.partialCheckAsync(
        [['phoneCountry'], ['phone']],
        async (input) => (await normalizePhone(input)) !== null,
        'format',
      ),
      ['phone'],
    ),
  )

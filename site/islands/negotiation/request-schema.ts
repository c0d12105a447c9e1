import * as v from 'valibot'
import { phoneSchema } from '../../features/phone/phone-schema'
import { maxCharacters, emailAddress, required } from '../../features/forms/rules'
import { parseOffer } from './offer'

/** The API's limits, in characters. */
export const maxNameLength = 200
export const maxMessageLength = 1000

/** The fields of a price request. Messages are the API's field codes. */
export function requestSchema(exponent: number) {
  return v.intersectAsync([
    v.object({
      offer: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => text === '' || parseOffer(text, exponent) !== undefined, 'format'),
      ),
      name: v.pipe(required, v.maxLength(maxNameLength, 'max')),
      email: emailAddress,
      message: v.pipe(v.string(), v.trim(), maxCharacters(maxMessageLength)),
    }),
    phoneSchema(30),
  ])
}

export type RequestValues = v.InferInput<ReturnType<typeof requestSchema>>

/** The fields' names. */
export const requestFieldNames = [
  'offer',
  'name',
  'email',
  'phoneCountry',
  'phone',
  'message',
] as const satisfies (keyof RequestValues)[]

import * as v from 'valibot'
import { maxCharacters, emailAddress, required } from '../forms/rules'
import { latinDigits } from '../../lib/i18n/latin-digits'
import type { Guest } from './cart'
import { isGuestNamed, maxInfoLength, type GuestDraft } from './guest'

const optionalText = v.pipe(v.string(), v.trim())
const info = v.pipe(
  v.string(),
  v.trim(),
  maxCharacters(maxInfoLength),
  v.transform((text) => text || undefined),
)

/** The guest as the API takes it: name, phone and e-mail are all empty or all valid. */
export const guestSchema: v.GenericSchema<GuestDraft, Guest> = v.lazy((input) =>
  isGuestNamed(input as GuestDraft)
    ? v.object({
        name: v.pipe(required, v.maxLength(200, 'max')),
        phone: v.pipe(required, v.transform(latinDigits), v.regex(/^[+0-9 ()\-./]+$/, 'format')),
        email: emailAddress,
        info,
      })
    : v.object({ name: optionalText, phone: optionalText, email: optionalText, info }),
)

export const promoSchema = v.object({ code: required })

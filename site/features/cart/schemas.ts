import * as v from 'valibot'
import { atMost, emailAddress, required } from '../forms/rules'
import { latinDigits } from '../../lib/i18n/latin-digits'
import type { Guest } from './cart'
import { isNamed, longestInfo, type GuestDraft } from './guest'

const unnamed = v.pipe(v.string(), v.trim())
const info = v.pipe(
  v.string(),
  v.trim(),
  atMost(longestInfo),
  v.transform((text) => text || undefined),
)

/** The guest as the API takes it: name, phone and e-mail are all empty or all valid. */
export const guestSchema: v.GenericSchema<GuestDraft, Guest> = v.lazy((input) =>
  isNamed(input as GuestDraft)
    ? v.object({
        name: v.pipe(required, v.maxLength(200, 'max')),
        phone: v.pipe(required, v.transform(latinDigits), v.regex(/^[+0-9 ()\-./]+$/, 'format')),
        email: emailAddress,
        info,
      })
    : v.object({ name: unnamed, phone: unnamed, email: unnamed, info }),
)

export const promoSchema = v.object({ code: required })

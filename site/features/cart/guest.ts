import * as v from 'valibot'
import { emailAddress, required } from '../../features/forms/rules'
import type { Cart, Guest } from './cart'
import { latinDigits } from '../../lib/i18n/digits'
import { recall, remember } from '../../lib/browser/tab-memory'

const memory = 'guest'
const blankGuest = { name: '', phone: '', email: '', info: '' }

/** The guest as it is typed; empty where the buyer travels too. */
export type GuestDraft = Record<keyof typeof blankGuest, string>
const guestKeys = Object.keys(blankGuest) as (keyof GuestDraft)[]

/** What was typed in this tab, else what the cart has. */
export function guestDraft(cart: Cart): GuestDraft {
  const typed = recall(memory)
  return { ...blankGuest, ...cart.guest, ...(typeof typed === 'object' ? (typed as Partial<GuestDraft>) : {}) }
}

export function keepGuest(draft: GuestDraft): void {
  remember(memory, draft)
}

export function forgetGuest(): void {
  remember(memory, undefined)
}

/** Reports whether the guest is another person than the buyer. */
export function isNamed({ name, phone, email }: Pick<GuestDraft, 'name' | 'phone' | 'email'>): boolean {
  return [name, phone, email].some((text) => text.trim() !== '')
}

const unnamed = v.pipe(v.string(), v.trim())
const info = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text || undefined),
)

/** The guest as the API takes it: name, phone and e-mail are all empty or all valid. */
export const guestSchema: v.GenericSchema<GuestDraft, Guest> = v.lazy((input) =>
  isNamed({ ...blankGuest, ...(input as GuestDraft) })
    ? v.object({
        name: v.pipe(required, v.maxLength(200, 'max')),
        phone: v.pipe(required, v.transform(latinDigits), v.regex(/^[+0-9 ()\-./]+$/, 'format')),
        email: emailAddress,
        info,
      })
    : v.object({ name: unnamed, phone: unnamed, email: unnamed, info }),
)

/** Reports whether two guests are the same; none is the same as an empty one. */
export function sameGuest(a: Guest, b: Guest = blankGuest): boolean {
  return guestKeys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}

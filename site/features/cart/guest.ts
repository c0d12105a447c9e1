import type { ProblemField } from '../http/api'
import type { Cart, Guest } from './cart'
import { latinDigits } from '../../lib/i18n/digits'
import { recall, remember } from '../../lib/browser/tab-memory'

const memory = 'guest'
const blankGuest = { name: '', phone: '', email: '', info: '' }

/** The guest as it is typed; empty where the buyer travels himself. */
export type GuestDraft = Record<keyof typeof blankGuest, string>
export type GuestField = keyof GuestDraft
const guestKeys = Object.keys(blankGuest) as GuestField[]

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

/** Whether somebody else than the buyer is named. */
export function isNamed({ name, phone, email }: GuestDraft): boolean {
  return [name, phone, email].some((text) => text.trim() !== '')
}

/** What is wrong with a draft, by the API's names. */
export function guestWrongs(draft: GuestDraft): ProblemField[] {
  if (!isNamed(draft)) return []
  const { name, phone, email } = guestOf(draft)
  return [
    ...wrong('name', name, /./),
    ...wrong('phone', phone, /^[+0-9 ()\-./]+$/),
    // No invisible characters, and no address of a machine after the @, as the API has it.
    ...wrong('email', email, /^[^\s@\p{C}]+@[^\s@\p{C}[\]]+\.[^\s@\p{C}\d[\]][^\s@\p{C}[\]]*$/u),
  ]
}

function wrong(field: GuestField, text: string, pattern: RegExp): ProblemField[] {
  if (pattern.test(text)) return []
  return [{ name: `guest.${field}`, code: text ? 'format' : 'required' }]
}

/** The guest that a draft names, as the API takes it. */
export function guestOf(draft: GuestDraft): Guest {
  const info = draft.info.trim()
  const guest = { name: draft.name.trim(), phone: latinDigits(draft.phone.trim()), email: draft.email.trim() }
  return info ? { ...guest, info } : guest
}

/** Whether a cart that has `b` has `a` already; nobody is the same as one with nothing said of him. */
export function sameGuest(a: Guest, b: Guest = blankGuest): boolean {
  return guestKeys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}

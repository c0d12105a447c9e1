import type { Cart, Guest } from './cart'
import { textsOf } from '../forms/texts-of'
import { recall, remember } from '../../lib/browser/storage'

/** The API's limit of the note for the guide, in characters. */
export const longestInfo = 1000

const memory = 'guest'
const blankGuest = { name: '', phone: '', email: '', info: '' }

/** GuestDraft is the guest as typed; empty if the buyer travels too. */
export type GuestDraft = Record<keyof typeof blankGuest, string>
const guestKeys = Object.keys(blankGuest) as (keyof GuestDraft)[]

/** Returns the guest that was typed in this tab, or else the cart's guest. */
export function guestDraft(cart: Cart): GuestDraft {
  return { ...blankGuest, ...cart.guest, ...textsOf(recall(memory), guestKeys) }
}

export function keepGuest(draft: GuestDraft | undefined): void {
  remember(memory, draft)
}

/** Reports whether the guest is another person than the buyer. */
export function isNamed({ name, phone, email }: Pick<GuestDraft, 'name' | 'phone' | 'email'>): boolean {
  return [name, phone, email].some((text) => text.trim() !== '')
}

/** Reports whether two guests are the same. A missing guest equals an empty one. */
export function sameGuest(a: Guest, b: Guest = blankGuest): boolean {
  return guestKeys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}

import type { Cart, Guest } from './cart'
import { pickTexts } from '../forms/texts-of'
import { readJson, writeJson } from '../../lib/browser/storage'

/** The API's limit of the note for the guide, in characters. */
export const maxInfoLength = 1000

const storageKey = 'guest'
const blankGuest = { name: '', phone: '', email: '', info: '' }

/** GuestDraft is the guest as typed; empty if the buyer travels too. */
export type GuestDraft = Record<keyof typeof blankGuest, string>
const guestKeys = Object.keys(blankGuest) as (keyof GuestDraft)[]

/** Returns the guest that was typed in this tab, or else the cart's guest. */
export function loadGuest(cart: Cart): GuestDraft {
  return { ...blankGuest, ...cart.guest, ...pickTexts(readJson(storageKey), guestKeys) }
}

export function saveGuest(draft: GuestDraft | undefined): void {
  writeJson(storageKey, draft)
}

/** Reports whether the guest is another person than the buyer. */
export function isGuestNamed({ name, phone, email }: Pick<GuestDraft, 'name' | 'phone' | 'email'>): boolean {
  return [name, phone, email].some((text) => text.trim() !== '')
}

/** Reports whether two guests are the same. A missing guest equals an empty one. */
export function sameGuest(a: Guest, b: Guest = blankGuest): boolean {
  return guestKeys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}

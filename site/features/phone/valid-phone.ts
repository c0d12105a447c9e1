import type { CountryCode } from 'libphonenumber-js/min'
import { latinDigits } from '../../lib/i18n/latin-digits'

interface Phone {
  phoneCountry: string
  phone: string
}

/** Loads the library that validates numbers; called when the phone field gets the focus. */
export const loadPhoneLibrary = () => import('libphonenumber-js/min')

/**
 * Returns a number in the API's form, without its calling code; the country is that of the calling code if one was
 * typed. Returns null for an invalid number. If the library cannot be loaded, the server validates the number.
 */
export async function normalizePhone({ phoneCountry, phone }: Phone): Promise<Phone | null> {
  const typed = latinDigits(phone.trim())
  const library = await loadPhoneLibrary().catch(() => undefined)
  if (!library) return { phoneCountry, phone: typed }
  const number = library.parsePhoneNumberFromString(typed.replace(/^00/, '+'), phoneCountry as CountryCode)
  if (!number?.isValid()) return null
  return { phoneCountry: number.country ?? phoneCountry, phone: number.nationalNumber }
}

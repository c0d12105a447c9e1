import type { CountryCode } from 'libphonenumber-js/min'
import { latinDigits } from '../../lib/i18n/latin-digits'

interface Phone {
  phoneCountry: string
  phone: string
}

/** Fetches what numbers are judged by; called when one is about to be typed. */
export const loadPhones = () => import('libphonenumber-js/min')

/**
 * The number as the API takes it: without calling code, and with the country it has if it was typed with another's.
 * Null where it is none. Where the library cannot be had, the server judges.
 */
export async function validPhone({ phoneCountry, phone }: Phone): Promise<Phone | null> {
  const typed = latinDigits(phone.trim())
  const library = await loadPhones().catch(() => undefined)
  if (!library) return { phoneCountry, phone: typed }
  const number = library.parsePhoneNumberFromString(typed.replace(/^00/, '+'), phoneCountry as CountryCode)
  if (!number?.isValid()) return null
  return { phoneCountry: number.country ?? phoneCountry, phone: number.nationalNumber }
}

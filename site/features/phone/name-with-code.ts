import { countryName } from '../../lib/i18n/format'
import { callingCode } from './calling-codes'

/** Returns a country's name with its calling code, isolated so that the plus stays before its digits in Arabic. */
export function nameWithCode(country: string | undefined): string {
  const code = country && callingCode(country)
  return code ? `${countryName(country)} \u2066+${code}\u2069` : ''
}

import { site } from '../../lib/site'
import { callingCode, countryOfNumber } from './calling-codes'

interface Visitor {
  /** The browser's languages, best first. */
  languages: readonly string[]
  timeZone: string
  /** The deployment's own number. */
  phone?: string
}

const thisVisitor = (): Visitor => ({
  languages: navigator.languages,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  phone: site().shell.contact.phone,
})

/**
 * Returns the likely country of a visitor's phone. Most browsers are set to American English wherever they are, so a
 * language alone means the United States only in an American time zone.
 */
export function defaultCountry({ languages, timeZone, phone }: Visitor = thisVisitor()): string {
  const american = timeZone.startsWith('America/') || timeZone === 'Pacific/Honolulu'
  const regions = languages
    .map((language) => /^[a-z]+(?:-[A-Z][a-z]+)?-([A-Z]{2})\b/.exec(language)?.[1])
    .filter((region): region is string => region !== undefined && callingCode(region) !== '')
  const plausible = regions.find((region) => region !== 'US' || american)
  return plausible ?? countryOfNumber(phone) ?? regions[0] ?? 'AE'
}

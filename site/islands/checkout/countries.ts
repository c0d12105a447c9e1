import { countryName } from '../../lib/format'
import { site } from '../../lib/site'
import { callingCode, countries, countryOfNumber } from './calling-codes'

export interface Country {
  /** ISO 3166. */
  code: string
  name: string
  callingCode: string
  /** What a search looks in, folded. */
  text: string
}

const lists = new Map<string, Country[]>()

/** Every country with a calling code, by name in the page's language. */
export function countryList(): Country[] {
  const { code: language } = site().locale
  let list = lists.get(language)
  if (!list) {
    const english = new Intl.DisplayNames('en', { type: 'region' })
    const { compare } = new Intl.Collator(language)
    list = countries
      .map((code) => {
        const name = countryName(code)
        const dial = callingCode(code)
        return {
          code,
          name,
          callingCode: dial,
          text: fold(`${name} ${english.of(code) ?? ''} ${code} +${dial} 00${dial}`),
        }
      })
      .sort((a, b) => compare(a.name, b.name))
    lists.set(language, list)
  }
  return list
}

/** The countries that a search means: those that begin with it, then those that hold it. */
export function findCountries(list: Country[], search: string): Country[] {
  const wanted = fold(search)
  if (!wanted) return list
  const found = list.filter(({ text }) => text.includes(wanted))
  const begins = ({ text }: Country) => text.split(' ').some((word) => word.startsWith(wanted))
  return [...found.filter(begins), ...found.filter((country) => !begins(country))]
}

/** Letters as they are compared: no accents, no vowel signs, one alef. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670]/g, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .toLowerCase()
    .trim()
}

interface Visitor {
  /** The browser's languages, best first. */
  languages: readonly string[]
  timeZone: string
  /** The deployment's own number. */
  phone?: string
}

/**
 * The country of a visitor's phone, as far as a browser tells. Most browsers speak American English wherever they are,
 * so that alone is believed in America only.
 */
export function likelyCountry({ languages, timeZone, phone }: Visitor): string {
  const american = timeZone.startsWith('America/') || timeZone === 'Pacific/Honolulu'
  const regions = languages
    .map((language) => /^[a-z]+(?:-[A-Z][a-z]+)?-([A-Z]{2})\b/.exec(language)?.[1])
    .filter((region): region is string => region !== undefined && callingCode(region) !== '')
  const believed = regions.find((region) => region !== 'US' || american)
  return believed ?? countryOfNumber(phone) ?? regions[0] ?? 'AE'
}

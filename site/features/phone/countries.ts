import { countryName } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { callingCode, countries } from './calling-codes'

export interface Country {
  /** ISO 3166. */
  code: string
  name: string
  callingCode: string
  /** Every text that a search matches, folded. */
  names: string[]
  /** The names that mean only this country when they are searched in full. */
  aliases: string[]
}

const lists = new Map<string, Country[]>()

/** Returns every country with a calling code, sorted by name in the page's language. */
export function countryList(): Country[] {
  const { code: language } = site().locale
  let list = lists.get(language)
  if (!list) {
    const others = ['en', 'ar'].map((code) => new Intl.DisplayNames(code, { type: 'region' }))
    const { compare } = new Intl.Collator(language)
    list = countries
      .map((code) => {
        const name = countryName(code)
        const dial = callingCode(code)
        const aliases = (countryAliases[code]?.split('|') ?? []).map(fold)
        const names = [name, ...others.map((names) => names.of(code) ?? ''), code, `+${dial}`, `00${dial}`]
        return { code, name, callingCode: dial, names: [...names.map(fold), ...aliases], aliases }
      })
      .sort((a, b) => compare(a.name, b.name))
    lists.set(language, list)
  }
  return list
}

/** Returns the countries that match a search, the likeliest first. */
export function findCountries(list: Country[], search: string): Country[] {
  const searched = fold(search)
  if (!searched) return list
  const ranks = Array.from({ length: 4 }, (): Country[] => [])
  for (const country of list) ranks[rankOf(country, searched)]?.push(country)
  return ranks.flat()
}

/** Ranks a match: 0 is a whole alias, 1 the start of a name, 2 the start of its words, 3 a part; 4 is no match. */
function rankOf({ names, aliases }: Country, searched: string): number {
  if (aliases.includes(searched)) return 0
  if (names.some((name) => name.startsWith(searched))) return 1
  const words = searched.split(' ')
  const everyWordStarts = (name: string) =>
    words.every((word) => name.split(' ').some((other) => other.startsWith(word)))
  if (names.some(everyWordStarts)) return 2
  return names.some((name) => name.includes(searched)) ? 3 : 4
}

/** Returns a text for comparison: without accents, signs and articles, with one form of alef. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}|[\u0640.,'’()]/gu, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replaceAll('&', 'and')
    .replaceAll(/[\s-]+/g, ' ')
    .toLowerCase()
    .trim()
    .replace(/^the /, '')
}

/** Returns the search in a text that began as a country's name: what follows it; empty while it is deleted. */
export function searchTextIn(text: string, name: string): string {
  if (name.startsWith(text)) return ''
  return text.startsWith(name) ? text.slice(name.length) : text
}

/** Everyday names of countries that the browser's list does not have: abbreviations, short and former names. */
const countryAliases: Record<string, string> = {
  AE: 'UAE|Emirates|الإمارات|إمارات',
  BA: 'Bosnia|البوسنة',
  CD: 'DRC|DR Congo|Democratic Republic of the Congo|الكونغو الديمقراطية',
  CG: 'Republic of the Congo',
  CH: 'Schweiz|Suisse',
  CI: 'Ivory Coast|ساحل العاج',
  CV: 'Cabo Verde',
  CZ: 'Czech Republic|التشيك',
  DE: 'Deutschland',
  EG: 'Misr|جمهورية مصر العربية',
  ES: 'España',
  GB: 'UK|Britain|Great Britain|England|Scotland|Wales|Northern Ireland|بريطانيا|إنجلترا|إنكلترا|اسكتلندا|ويلز',
  HK: 'هونج كونج',
  KP: 'DPRK',
  KR: 'Korea|Republic of Korea|كوريا',
  LC: 'St Lucia',
  MA: 'Maroc',
  MK: 'Macedonia|مقدونيا',
  MM: 'Burma|بورما',
  NL: 'Holland|هولندا',
  NZ: 'نيوزلندا',
  OM: 'Sultanate of Oman|سلطنة عمان',
  PS: 'Palestine|فلسطين',
  RU: 'Russian Federation|روسيا الاتحادية',
  SA: 'KSA|Saudi|السعودية|سعودية',
  SY: 'سورية',
  SZ: 'Swaziland',
  TH: 'تايلند',
  TL: 'East Timor',
  TR: 'Turkey|Turkiye|تركيا',
  US: 'US|USA|America|United States of America|أمريكا|أميركا|الولايات المتحدة الأمريكية',
  VA: 'Vatican|الفاتيكان',
  VN: 'Viet Nam',
}

import type { Duration, Money } from '../payload.gen'
import { getOrInsert } from '../get-or-insert'
import { timeAt } from './clock'
import { site, t } from '../site'

/** Separates facts on one line; if the line breaks, the dot stays at its end. */
export const dot = '\u00a0· '

// Explicit, so that server and browser agree: Latin digits and the Gregorian calendar in Arabic too. A language of
// content names its own.
function localeTag(): string {
  const { locale, shell } = site()
  return shell.format ?? (locale.code === 'ar' ? 'ar-AE-u-nu-latn-ca-gregory' : 'en-GB')
}

const formatters = new Map<string, unknown>()

function cachedFormatter<T>(what: string, make: (tag: string) => T): T {
  const name = localeTag()
  return getOrInsert(formatters as Map<string, T>, `${name} ${what}`, () => make(name))
}

/** Texts by language, kind and value, in nested maps: joining the three into one key would be slower. */
const cachedTexts = new Map<string, Map<string, Map<string | number, string>>>()
// A build has few different days, times and prices; a browser that stays open for long could meet more.
const maxCachedTexts = 5_000

/** Returns the cached text of a value, which recurs on many pages. */
function cachedText(kind: string, value: string | number, write: () => string): string {
  const byKind = getOrInsert(cachedTexts, site().locale.code, () => new Map())
  const textByValue = getOrInsert(byKind, kind, () => new Map())
  let text = textByValue.get(value)
  if (text === undefined) {
    if (textByValue.size >= maxCachedTexts) textByValue.clear()
    textByValue.set(value, (text = write()))
  }
  return text
}

/** An amount with its currency. Decimals show only where they are not zero. */
export function formatMoney(money: Money): string {
  // A currency has one exponent.
  return cachedText(money.currency, money.amount, () => writeMoney(money))
}

function writeMoney(money: Money): string {
  const text = formatUnits(money, { style: 'currency', currency: money.currency })
  // In text from right to left, a sign after Latin letters would be shown before them: $US.
  return site().locale.dir === 'rtl' ? text.replace(/\p{Lu}+\p{Sc}/u, '\u2066$&\u2069') : text
}

/** An amount as `formatMoney` writes it, without its currency. */
export function formatAmount(money: Money): string {
  return formatUnits(money, {})
}

/** An amount in units of its currency. */
function formatUnits({ amount, exponent }: Money, options: Intl.NumberFormatOptions): string {
  const unit = 10 ** exponent
  const digits = amount % unit === 0 ? 0 : exponent
  const format = cachedFormatter(
    `money ${options.currency ?? ''} ${digits}`,
    (name) => new Intl.NumberFormat(name, { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  return format.format(amount / unit)
}

/** Returns the format of dates in UTC, or in a time zone of the options. */
function dateFormat(what: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cachedFormatter(what, (name) => new Intl.DateTimeFormat(name, { timeZone: 'UTC', ...options }))
}

function formatDay(day: string, what: string, options: Intl.DateTimeFormatOptions): string {
  return cachedText(what, day, () => dateFormat(what, options).format(new Date(`${day}T00:00:00Z`)))
}

/** A day with the name of its month. Some languages write the first of a month in their own way: "1er janvier". */
function formatLongDay(day: string, what: string, options: Intl.DateTimeFormatOptions): string {
  return cachedText(what, day, () => {
    const parts = dateFormat(what, options).formatToParts(new Date(`${day}T00:00:00Z`))
    return parts.map(({ type, value }) => (type === 'day' && value === '1' ? t('date.first') : value)).join('')
  })
}

/** A day, "2026-11-20" → "20 November 2026". */
export function formatDate(day: string): string {
  return formatLongDay(day, 'date', { day: 'numeric', month: 'long', year: 'numeric' })
}

/** A day with its weekday, "2026-11-20" → "Fri, 20 Nov". */
export function formatDayShort(day: string): string {
  return formatDay(day, 'day', { weekday: 'short', day: 'numeric', month: 'short' })
}

/** A day of every year, "10-01" → "1 October"; a day with its year keeps it. */
export function formatDayOfYear(day: string): string {
  if (day.length > 5) return formatDate(day)
  // 2024 has every day, 29 February too.
  return formatLongDay(`2024-${day}`, 'day of year', { day: 'numeric', month: 'long' })
}

/** The month of a day, "2026-11-20" → "November 2026". */
export function formatMonth(day: string): string {
  return formatDay(day, 'month', { month: 'long', year: 'numeric' })
}

/** The name of a weekday, 0 (Sunday) to 6. */
export function formatWeekday(weekday: number, width: 'long' | 'short' | 'narrow' = 'long'): string {
  // 4 January 1970 was a Sunday.
  const day = new Date(Date.UTC(1970, 0, 4 + weekday))
  return dateFormat(`weekday ${width}`, { weekday: width }).format(day)
}

/** A local time, "08:30", as the language writes it. */
export function formatTime(time: string): string {
  return cachedText('time', time, () =>
    dateFormat('time', { timeStyle: 'short' }).format(new Date(`1970-01-01T${time}:00Z`)),
  )
}

/** An instant, by the visitor's own clock: "1 January 2027 at 04:00 GMT+4". */
export function formatMoment(instant: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return dateFormat('moment', { ...day, ...time, timeZone: undefined }).format(new Date(instant))
}

/**
 * An instant by the clock of a time zone, without its year: "Fri 27 Nov, 15:00". Documents and mails write English and
 * Arabic alike.
 */
export function formatDeadline(instant: string, timeZone: string): string {
  return cachedText(`deadline ${timeZone}`, instant, () => {
    const { code } = site().locale
    const width = code === 'ar' ? 'long' : 'short'
    const day = dateFormat(`deadline ${timeZone}`, { weekday: width, day: 'numeric', month: width, timeZone })
    const parts = day.formatToParts(new Date(instant))
    // The order is the language's own; the comma after the weekday is left out.
    const date = parts.map(({ value }, i) => (parts[i - 1]?.type === 'weekday' ? value.replace(/[,،]/, '') : value))
    const time = timeAt(Date.parse(instant), timeZone)
    return date.join('') + (code === 'ar' ? `، ${formatTime(time)}` : `, ${time}`)
  })
}

/** "6 hours", "3 nights", "1 h 30 min". */
export function formatDuration({ minutes = 0, nights = 0 }: Duration): string {
  if (nights > 0) return t('duration.nights', { count: nights })
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t('duration.minutes', { count: rest })
  if (rest > 0) return t('duration.hoursMinutes', { hours, minutes: rest })
  if (hours % 24 === 0) return t('duration.days', { count: hours / 24 })
  return t('duration.hours', { count: hours })
}

/** A rating with one decimal. */
export function formatRating(average: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return cachedText('rating', average, () =>
    cachedFormatter('rating', (name) => new Intl.NumberFormat(name, options)).format(average),
  )
}

/** A whole number with the language's separators. */
export function formatCount(count: number): string {
  return cachedText('count', count, () => cachedFormatter('count', (name) => new Intl.NumberFormat(name)).format(count))
}

/** Percent of a hundred, 20 → "20%". */
export function formatPercent(percent: number): string {
  return cachedFormatter('percent', (name) => new Intl.NumberFormat(name, { style: 'percent' })).format(percent / 100)
}

function nameOf(type: 'language' | 'currency' | 'region', code: string): string {
  return cachedText(
    type,
    code,
    () => cachedFormatter(type, (name) => new Intl.DisplayNames(name, { type })).of(code) ?? code,
  )
}

/** The name of a language by its code. */
export const languageName = (code: string) => nameOf('language', code)

/** The name of a currency by its ISO 4217 code. */
export const currencyName = (code: string) => nameOf('currency', code)

/** The name of a country by its ISO 3166 code. */
export const countryName = (code: string) => nameOf('region', code)

/** A currency inside a sentence: its code, or its name with the article in Arabic, as in بالدرهم الإماراتي. */
export function currencyInText(code: string): string {
  if (site().locale.code !== 'ar') return code
  return currencyName(code).replace(/(^| )(?!ال)/g, '$1ال')
}

/** Several things in one sentence: "Monday, Wednesday and Friday". */
export function formatList(items: string[]): string {
  return cachedText('list', items.join('\0'), () =>
    cachedFormatter('list', (name) => new Intl.ListFormat(name, { type: 'conjunction' })).format(items),
  )
}

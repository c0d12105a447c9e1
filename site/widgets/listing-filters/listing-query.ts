import { addDays, horizonDays, type Day } from '../../lib/i18n/clock'

export const sorts = ['relevance', 'price', '-price', 'duration', '-duration', '-rating'] as const
export type Sort = (typeof sorts)[number]

export interface Range {
  min?: number
  max?: number
}

/** Amounts in whole units of a currency, as visitors type them. */
export interface PriceRange extends Range {
  currency: string
}

export const lengths = ['short', 'half', 'day', 'days'] as const
type Length = (typeof lengths)[number]

/** The minutes of each length, both ends included. */
export const minutesOfLength: Record<Length, Range> = {
  short: { max: 180 },
  half: { min: 180, max: 360 },
  day: { min: 360, max: 1439 },
  days: { min: 1440 },
}

/** The steps of the filter by stars, as on the server. */
export const ratings = [4.5, 4, 3.5, 3]

/** ListingQuery is the visitor's query of a list, as in its address: filters, order and the number of pages. */
export interface ListingQuery {
  price?: PriceRange
  length?: Length
  rating?: number
  guides: string[]
  cities: string[]
  categories: string[]
  free: boolean
  pickup: boolean
  date?: Day
  sort: Sort
  page: number
}

const maxPages = 40
const maxValues = 20

/** Reports whether anything is filtered. */
export function hasFilters(query: ListingQuery): boolean {
  return writeQuery({ ...query, sort: 'relevance', page: 1 }).size > 0
}

/** Reports whether the list differs from the published one. */
export function isFilteredOrSorted(query: ListingQuery): boolean {
  return hasFilters(query) || query.sort !== 'relevance'
}

/** Returns the query without filters, in the same order. */
export function withoutFilters({ sort }: ListingQuery): ListingQuery {
  return { ...emptyQuery, sort }
}

const slug = /^[a-z0-9-]{1,100}$/

/** Parses the query of a URL. Invalid values are ignored. */
export function readQuery(address: string, today: Day, currency: string): ListingQuery {
  const parameters = new URLSearchParams(address)
  const readOne = <T extends string>(name: string, of: readonly T[]) =>
    of.find((value) => value === parameters.get(name))
  const rating = Number(parameters.get('rating'))
  return {
    price: readPrice(parameters, currency),
    length: readOne('duration', lengths),
    rating: ratings.includes(rating) ? rating : undefined,
    guides: readSeveral(parameters, 'language', /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i),
    cities: readSeveral(parameters, 'city', slug),
    categories: readSeveral(parameters, 'category', slug),
    free: parameters.get('free') === '1',
    pickup: parameters.get('pickup') === '1',
    date: readDate(parameters.get('date') ?? '', today),
    sort: readOne('sort', sorts) ?? 'relevance',
    page: readPage(parameters.get('page') ?? ''),
  }
}

/** The query of a URL without parameters. */
export const emptyQuery = readQuery('', '', '')

function readSeveral(parameters: URLSearchParams, name: string, form: RegExp): string[] {
  return [...new Set(parameters.getAll(name))].filter((value) => form.test(value)).slice(0, maxValues)
}

function readPrice(parameters: URLSearchParams, shown: string): PriceRange | undefined {
  const amount = String.raw`(\d{1,9}(?:\.\d{1,3})?)?`
  const [, min, max] = new RegExp(`^${amount}-${amount}$`).exec(parameters.get('price') ?? '') ?? []
  const currency = parameters.get('currency') ?? shown
  if (!/^[A-Z]{3}$/.test(currency)) return undefined
  return priceRange(min, max, currency)
}

/** Returns a typed range of prices; undefined if it is invalid or excludes nothing. */
export function priceRange(min: string | undefined, max: string | undefined, currency: string): PriceRange | undefined {
  const from = Number(min || 0)
  const to = max ? Number(max) : undefined
  if (!(from > 0) && to === undefined) return undefined
  if (to !== undefined && !(to > 0 && to >= from)) return undefined
  return { ...(from > 0 && { min: from }), ...(to !== undefined && { max: to }), currency }
}

function readDate(text: string, today: Day): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  // "2026-02-30" is read as a day of March.
  if (addDays(text, 0) !== text) return undefined
  return text >= today && text <= addDays(today, horizonDays) ? text : undefined
}

function readPage(text: string): number {
  const page = /^\d{1,2}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(page, 1), maxPages)
}

const parameterNames = 'price currency duration rating language city category free pickup date sort page'.split(' ')

/** Returns a query in the form of an address; other parameters of `before` stay. */
export function writeQuery(query: ListingQuery, before = ''): URLSearchParams {
  const address = new URLSearchParams(before)
  for (const name of parameterNames) address.delete(name)
  const set = (name: string, value: string | number | false | undefined) => {
    if (value) address.set(name, String(value))
  }
  if (query.price) {
    set('price', `${query.price.min ?? ''}-${query.price.max ?? ''}`)
    set('currency', query.price.currency)
  }
  set('duration', query.length)
  set('rating', query.rating)
  for (const guide of query.guides) address.append('language', guide)
  for (const city of query.cities) address.append('city', city)
  for (const category of query.categories) address.append('category', category)
  set('free', query.free && '1')
  set('pickup', query.pickup && '1')
  set('date', query.date)
  set('sort', query.sort !== 'relevance' && query.sort)
  set('page', query.page > 1 && query.page)
  return address
}

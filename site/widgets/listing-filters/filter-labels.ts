import { filterLabel } from '../../components/blocks/filter-bar'
import { formatCount, formatDate, formatDayShort, formatMoney, formatRating, languageName } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { Facets } from './filter-cards'
import { moneyOf } from './display-currency'
import type { PriceRange, ListingQuery } from './listing-query'

/** The filters that open a panel; the others are on or off. */
export type PanelName = 'date' | 'price' | 'length' | 'rating' | 'guides' | 'cities' | 'categories'

/** AppliedFilter is a filter in use, with the query's change that removes it. */
interface AppliedFilter {
  key: string
  text: string
  removal: Partial<ListingQuery>
}

/** Returns the text of a filter by stars: "4.5 stars and up". */
export function ratingText(rating: number): string {
  return t('finder.ratingFrom', { value: Number.isInteger(rating) ? rating : formatRating(rating) })
}

/** Returns the text of a range of prices: "from AED 100 to AED 500". */
function priceText({ min, max, currency }: PriceRange): string {
  const money = (amount: number) => formatMoney(moneyOf(amount, currency))
  if (min === undefined) return t('finder.priceUpTo', { value: money(max ?? 0) })
  if (max === undefined) return t('finder.priceFrom', { value: money(min) })
  return t('facts.between', { from: money(min), to: money(max) })
}

/** Returns the setting of a filter with a panel, in few words; undefined if it is not set. */
export function settingOf(name: PanelName, query: ListingQuery, facets: Facets | undefined): string | undefined {
  switch (name) {
    case 'date':
      return query.date && formatDayShort(query.date)
    case 'price':
      return query.price && priceText(query.price)
    case 'length':
      return query.length && t(`finder.lengths.${query.length}`)
    case 'rating':
      return query.rating === undefined ? undefined : ratingText(query.rating)
    default:
      return summaryText(query[name].map((value) => valueText(name, value, facets)))
  }
}

function summaryText(values: string[]): string | undefined {
  const [first, ...others] = values
  if (first === undefined || others.length === 0) return first
  return t('finder.andMore', { first, n: formatCount(others.length) })
}

export type ListName = 'guides' | 'cities' | 'categories'

/** Returns the name of a value of a filter that takes several. */
export function valueText(name: ListName, value: string, facets: Facets | undefined): string {
  if (name === 'guides') return languageName(value)
  return facets?.[name].find((facet) => facet.value === value)?.name ?? value
}

/** Returns every filter in use, each by itself. */
export function appliedFilters(query: ListingQuery, facets: Facets | undefined): AppliedFilter[] {
  const out: AppliedFilter[] = []
  for (const name of ['date', 'price', 'length', 'rating'] as const) {
    const text = name === 'date' && query.date ? formatDate(query.date) : settingOf(name, query, facets)
    if (text) out.push({ key: name, text, removal: { [name]: undefined } })
  }
  for (const name of ['guides', 'cities', 'categories'] as const) {
    for (const value of query[name]) {
      const others = query[name].filter((other) => other !== value)
      out.push({ key: `${name} ${value}`, text: valueText(name, value, facets), removal: { [name]: others } })
    }
  }
  for (const name of ['free', 'pickup'] as const) {
    if (query[name]) out.push({ key: name, text: filterLabel(name), removal: { [name]: false } })
  }
  return out
}

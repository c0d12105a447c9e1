import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exponentOf } from '../../site/lib/money/exchange'
import type { PayloadOf } from '../../site/lib/payload'
import type { Option, Price } from '../../site/lib/payload.gen'
import { pagesOf, rootOf } from './tree'

/** The prices in the files of a build: the channels of tests/one-price.test.ts that need no server. */

export type Product = PayloadOf<'product'>

export const products = pagesOf('wayfare').flatMap(({ payload }) =>
  payload.kind === 'product' && payload.locale === 'en' && payload.product.price ? [payload] : [],
)

/** The prices of a product by one channel: amounts in minor units, by name. */
export type Prices = Record<string, number | string>

/** Returns a value that must be defined. */
function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value is missing where it is read')
  return value
}

/** Returns the prices that those of all channels are compared with. */
export function pricesInPayload({ product }: Product): Prices {
  const said: Prices = { lowest: defined(product.price).amount, currency: product.currency }
  for (const option of product.options) {
    if (option.from) said[`${option.id} from`] = option.from.amount
    for (const unit of option.price ? [] : option.units) said[`${option.id} ${unit.id}`] = unit.price
  }
  return said
}

const toMinorUnits = (text: string, { currencyExponent }: Product['product']) =>
  Math.round(Number(text) * 10 ** currencyExponent)

const fileOf = ({ path }: Product, name: string) => readFileSync(join(rootOf('wayfare'), path, name), 'utf8')

interface LinkedOffer {
  price?: string
  lowPrice?: string
  priceCurrency: string
  name?: string
  offers?: LinkedOffer[]
}

export function pricesInJsonLd(payload: Product): Prices {
  const scripts = fileOf(payload, 'index.html').matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  const offers = defined(
    [...scripts].map(([, json = '']) => (JSON.parse(json) as { offers?: LinkedOffer }).offers).find(Boolean),
  )
  const { product } = payload
  const said: Prices = {
    lowest: toMinorUnits(defined(offers.lowPrice ?? offers.price), product),
    currency: offers.priceCurrency,
  }
  for (const offer of offers.offers ?? [offers]) {
    const option = defined(product.options.find(({ title }) => title === offer.name))
    said[`${option.id} from`] = toMinorUnits(defined(offer.price), product)
  }
  return said
}

/** The units that have an amount: what is free is a word. */
const unitsWithAmount = ({ units }: Option) => units.filter(({ price }) => price > 0)

/** The amounts of an option's units in the page: in the order of the units, those that have a price of their own. */
export function pricesInPage(payload: Product): Prices {
  const html = fileOf(payload, 'index.html')
  const said: Prices = {}
  const parts = html.slice(html.indexOf('id="options"')).split('class="option ').slice(1)
  payload.product.options.forEach((option, at) => {
    const amounts = [...defined(parts[at]?.split('</section>')[0]).matchAll(/<b><bdi data-money="(\d+)[A-Z]{3}"/g)].map(
      ([, n]) => Number(n),
    )
    if (option.price) return
    unitsWithAmount(option).forEach((unit, n) => (said[`${option.id} ${unit.id}`] = amounts[n] ?? 'nothing'))
  })
  return said
}

/** The amounts of the same places in the page's Markdown, which has them as people read them. */
export function pricesInMarkdown(payload: Product): Prices {
  const { product } = payload
  const said: Prices = {}
  const parts = fileOf(payload, 'index.md').split('\n- ### ')
  for (const option of product.options) {
    const part = parts.find((text) => text.startsWith(option.title))
    if (!part || option.price) continue
    const amounts = [...part.matchAll(/\*\*[A-Z]{3}\s([\d,.]+)\*\*/g)].map(([, n]) =>
      toMinorUnits(defined(n).replaceAll(',', ''), product),
    )
    unitsWithAmount(option).forEach((unit, n) => (said[`${option.id} ${unit.id}`] = amounts[n] ?? 'nothing'))
  }
  return said
}

interface GoogleOption {
  id: string
  option_features?: { value: { localized_texts: { language_code: string; text: string }[] } }[]
  price_options: {
    geo_criteria?: object[]
    id: string
    price: { currency_code: string; units: number; nanos: number }
  }[]
}

/** Google's feed by product, if it has the product: what cannot be booked is in no feed. */
function readGoogle(text: string): Map<string, GoogleOption[]> {
  const { products: all } = JSON.parse(text) as { products: { id: string; options: GoogleOption[] }[] }
  return new Map(all.map(({ id, options }) => [id, options]))
}

export const treeFile = (name: string) => readFileSync(join(rootOf('wayfare'), name), 'utf8')

/** Google's price of a unit is that of the fewest that can be booked, for the shortest stay. */
export function pricesInGoogleFeed(payload: Product, feed: string): Prices {
  const said: Prices = {}
  const lowestOf: number[] = []
  for (const { id, price_options: prices } of readGoogle(feed).get(payload.slug) ?? []) {
    const option = defined(payload.product.options.find((one) => one.id === id))
    const amounts = prices.flatMap(({ id: of, price, geo_criteria: where }) => {
      const { currency_code: currency, units, nanos } = price
      const amount = Math.round((units + nanos / 1e9) * 10 ** exponentOf(currency))
      const unit = option.units.find((one) => of === (where ? `${one.id}-${currency.toLowerCase()}` : one.id))
      const byLength = unit?.pricedBy === 'NIGHT' || unit?.pricedBy === 'DAY'
      const one = amount / Math.max(1, unit?.min ?? 0) / ((byLength && shortestStay(payload, option)) || 1)
      if (unit) said[`${id} ${unit.id}${where ? ` in ${currency}` : ''}`] = one
      if (where) return []
      said.currency = currency
      return [one]
    })
    said[`${id} from`] = Math.min(...amounts)
    lowestOf.push(...amounts)
  }
  if (lowestOf.length > 0) said.lowest = Math.min(...lowestOf)
  return said
}

/** The prices of all kinds of travellers in Google's feed, which stand in words, in the order of the units. */
export function pricesInGoogleTexts(payload: Product, feed: string): Prices {
  const said: Prices = {}
  for (const { id, option_features: features = [] } of readGoogle(feed).get(payload.slug) ?? []) {
    const { units } = defined(payload.product.options.find((option) => option.id === id))
    features.forEach(({ value }, at) => {
      const { text } = defined(value.localized_texts.find(({ language_code: code }) => code === 'en'))
      const [, amount] = /: ([\d.]+) [A-Z]{3} /.exec(text) ?? []
      said[`${id} ${defined(units[at]).id}`] = amount ? toMinorUnits(amount, payload.product) : 0
    })
  }
  return said
}

/** The price of a product in the feed of what changed, as JSON and as Atom. */
export function pricesInJsonFeed({ slug }: Product, feed: string): Prices {
  const { items } = JSON.parse(feed) as { items: { _product: { product: string; price?: Price } }[] }
  const price = items.find(({ _product }) => _product.product === slug)?._product.price
  return price ? { lowest: price.amount, currency: price.currency } : {}
}

export function pricesInAtomFeed(payload: Product, feed: string): Prices {
  const entry = feed
    .split('<entry>')
    .find((text) => text.includes(`#${payload.slug}-`) && !text.includes('term="gone"'))
  const [, amount, currency] = /<summary>(?:[^<]* → )?([\d.]+) ([A-Z]{3})/.exec(entry ?? '') ?? []
  return amount && currency ? { lowest: toMinorUnits(amount, payload.product), currency } : {}
}

/** The shortest stay of an option whose price depends on it, in nights or days. */
export function shortestStay({ product }: Product, { units }: Option): number | undefined {
  const { nights, minutes = 0 } = product.minimumDuration ?? product.duration
  if (units.some(({ pricedBy }) => pricedBy === 'NIGHT')) return nights
  return units.some(({ pricedBy }) => pricedBy === 'DAY') ? Math.max(1, Math.round(minutes / 1440)) : undefined
}

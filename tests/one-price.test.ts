import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { PayloadOf } from '../site/lib/payload'
import type { Option, Price, ProductCard, Shell, Unit } from '../site/lib/payload.gen'
import { exchanged, exponentOf } from '../site/lib/money/currency'
import { operate } from './support/booking'
import { pagesOf, rootOf } from './support/tree'

/** The doors through which a product is seen and sold, and the days that are compared. */
const host = `http://localhost:${inject('port')}`
const days = 60

type Product = PayloadOf<'product'>
const products = pagesOf('wayfare').flatMap(({ payload }) =>
  payload.kind === 'product' && payload.locale === 'en' && payload.product.price ? [payload] : [],
)

const client = new Client({ name: 'prices', version: '1' })
let key: string
beforeAll(async () => {
  await client.connect(new StreamableHTTPClientTransport(new URL(`${host}/mcp`)))
  const terms = ['--deployment', 'wayfare', '--credit', '1000000', '--net-rate', '80', '--rate', '0', '--json']
  key = (JSON.parse(await operate('resellers', 'create', 'prices', ...terms)) as { key: string }[])[0]!.key
})

async function tool<T>(name: string, input: Record<string, unknown>): Promise<T> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input })
  if (isError) throw new Error(JSON.stringify(content))
  return structuredContent as T
}

async function api<T>(path: string, body?: unknown, cookie = ''): Promise<{ data: T; cookie: string }> {
  const response = await fetch(`${host}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return { data: (await response.json()) as T, cookie: response.headers.getSetCookie().join('; ') }
}

/** What a door says of a product: amounts in minor units by what they are of. */
type Said = Record<string, number | string>

/** The differences between what the payload and a door say. */
function differences(payload: Said, door: Said): string[] {
  return Object.keys(door).flatMap((of) =>
    payload[of] === door[of] ? [] : [`${of}: ${door[of] ?? 'nothing'} instead of ${payload[of] ?? 'nothing'}`],
  )
}

const lowest = (option: Option) => option.from!.amount

/** What every other door is compared with. */
function saidByPayload({ product }: Product): Said {
  const said: Said = { lowest: product.price!.amount, currency: product.currency }
  for (const option of product.options) {
    if (option.from) said[`${option.id} from`] = lowest(option)
    for (const unit of option.price ? [] : option.units) said[`${option.id} ${unit.id}`] = unit.price
  }
  return said
}

const inMinor = (text: string, { currencyExponent }: Product['product']) =>
  Math.round(Number(text) * 10 ** currencyExponent)

const fileOf = ({ path }: Product, name: string) => readFileSync(join(rootOf('wayfare'), path, name), 'utf8')

interface LinkedOffer {
  price?: string
  lowPrice?: string
  priceCurrency: string
  name?: string
  offers?: LinkedOffer[]
}

function saidByJsonLd(payload: Product): Said {
  const scripts = fileOf(payload, 'index.html').matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  const { offers } = [...scripts]
    .map(([, json]) => JSON.parse(json!) as { offers?: LinkedOffer })
    .find(({ offers }) => offers)!
  const { product } = payload
  const said: Said = { lowest: inMinor((offers!.lowPrice ?? offers!.price)!, product), currency: offers!.priceCurrency }
  for (const offer of offers!.offers ?? [offers!]) {
    const option = product.options.find(({ title }) => title === offer.name)!
    said[`${option.id} from`] = inMinor(offer.price!, product)
  }
  return said
}

/** The units that have an amount: what is free is a word. */
const priced = ({ units }: Option) => units.filter(({ price }) => price > 0)

/** The amounts of an option's units in the page: in the order of the units, those that have a price of their own. */
function saidByPage(payload: Product): Said {
  const html = fileOf(payload, 'index.html')
  const said: Said = {}
  const parts = html.slice(html.indexOf('id="options"')).split('class="option ').slice(1)
  payload.product.options.forEach((option, at) => {
    const amounts = [...parts[at]!.split('</section>')[0]!.matchAll(/<b><bdi data-money="(\d+)[A-Z]{3}"/g)].map(
      ([, n]) => Number(n),
    )
    if (option.price) return
    priced(option).forEach((unit, n) => (said[`${option.id} ${unit.id}`] = amounts[n] ?? 'nothing'))
  })
  return said
}

/** The amounts of the same places in the page's Markdown, which has them as people read them. */
function saidByMarkdown(payload: Product): Said {
  const { product } = payload
  const said: Said = {}
  const parts = fileOf(payload, 'index.md').split('\n- ### ')
  for (const option of product.options) {
    const part = parts.find((text) => text.startsWith(option.title))
    if (!part || option.price) continue
    const amounts = [...part.matchAll(/\*\*[A-Z]{3}\s([\d,.]+)\*\*/g)].map(([, n]) =>
      inMinor(n!.replaceAll(',', ''), product),
    )
    priced(option).forEach((unit, n) => (said[`${option.id} ${unit.id}`] = amounts[n] ?? 'nothing'))
  }
  return said
}

interface GoogleOption {
  id: string
  price_options: { id: string; price: { currency_code: string; units: number; nanos: number } }[]
}

/** Google's feed by product, if it has the product: what cannot be booked is in no feed. */
function readGoogle(text: string): Map<string, GoogleOption[]> {
  const { products: all } = JSON.parse(text) as { products: { id: string; options: GoogleOption[] }[] }
  return new Map(all.map(({ id, options }) => [id, options]))
}

const treeFile = (name: string) => readFileSync(join(rootOf('wayfare'), name), 'utf8')

/** Google's price of a unit is that of the fewest that can be booked, for the shortest stay. */
function saidByGoogle(payload: Product, feed: string): Said {
  const said: Said = {}
  const lowestOf: number[] = []
  for (const { id, price_options: prices } of readGoogle(feed).get(payload.slug) ?? []) {
    const option = payload.product.options.find((one) => one.id === id)!
    const amounts = prices.map(({ id: of, price }) => {
      said.currency = price.currency_code
      const amount = inMinor(String(price.units + price.nanos / 1e9), payload.product)
      const unit = option.units.find((one) => one.id === of)
      if (!unit) return amount
      const byLength = unit.pricedBy === 'NIGHT' || unit.pricedBy === 'DAY'
      const one = amount / Math.max(1, unit.min ?? 0) / ((byLength && stayOf(payload, option)) || 1)
      said[`${id} ${of}`] = one
      return one
    })
    said[`${id} from`] = Math.min(...amounts)
    lowestOf.push(...amounts)
  }
  if (lowestOf.length > 0) said.lowest = Math.min(...lowestOf)
  return said
}

/** The price of a product in the feed of what changed, as JSON and as Atom. */
function saidByJsonFeed({ slug }: Product, feed: string): Said {
  const { items } = JSON.parse(feed) as { items: { _product: { product: string; price?: Price } }[] }
  const price = items.find(({ _product }) => _product.product === slug)?._product.price
  return price ? { lowest: price.amount, currency: price.currency } : {}
}

function saidByAtomFeed(payload: Product, feed: string): Said {
  const entry = feed
    .split('<entry>')
    .find((text) => text.includes(`#${payload.slug}-`) && !text.includes('term="gone"'))
  const [, amount, currency] = /<summary>(?:[^<]* → )?([\d.]+) ([A-Z]{3})/.exec(entry ?? '') ?? []
  return amount && currency ? { lowest: inMinor(amount, payload.product), currency } : {}
}

const productFeeds = { json: treeFile('products.json'), atom: treeFile('products.xml') }
const googleFeed = treeFile('feeds/google/0.json')

interface Described {
  options: { id: string; units: { id: string; price?: { amount: number; currency: string } }[] }[]
}

/** The shortest stay of an option whose price depends on it, in nights or days. */
function stayOf({ product }: Product, { units }: Option): number | undefined {
  const { nights, minutes = 0 } = product.minimumDuration ?? product.duration
  if (units.some(({ pricedBy }) => pricedBy === 'NIGHT')) return nights
  return units.some(({ pricedBy }) => pricedBy === 'DAY') ? Math.max(1, Math.round(minutes / 1440)) : undefined
}

interface OctoUnit {
  id: string
  pricingFrom?: { retail: number; currency: string }[]
}

interface OctoProduct {
  id: string
  options: { id: string; units: OctoUnit[] }[]
}

async function octo<T>(path: string, body?: unknown, as = key): Promise<T> {
  const response = await fetch(`${host}/octo${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${as}`,
      'Octo-Capabilities': 'octo/pricing',
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as T
}

/** A reseller sees the price of the shortest stay. */
async function saidByOcto(payload: Product): Promise<Said> {
  const { options } = await octo<OctoProduct>(`/products/${payload.slug}`)
  const units = options.flatMap((option, at) => {
    const stay = stayOf(payload, payload.product.options[at]!) ?? 1
    return option.units.map(({ id, pricingFrom }) => {
      const retail = pricingFrom?.[0]?.retail
      return [`${option.id} ${id}`, retail === undefined ? 'nothing' : retail / stay] as const
    })
  })
  return Object.fromEntries(units)
}

async function saidByTools({ slug }: Product): Promise<Said> {
  const { options } = await tool<Described>('get_experience', { product: slug })
  const units = options.flatMap((option) =>
    option.units.flatMap(({ id, price }) => (price ? [[`${option.id} ${id}`, price.amount] as const] : [])),
  )
  return Object.fromEntries(units)
}

interface Choice {
  product: string
  option: string
  date: string
  startTime: string | undefined
  length: number | undefined
  units: { id: string; quantity: number }[]
}

const months = [0, 1, 2].map((n) => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + n, 1)).toISOString().slice(0, 7)
})
const last = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Calendar {
  days: { date: string; status: string; price?: number }[]
}

const bookable = (status: string) => status === 'AVAILABLE' || status === 'LIMITED'

/** The bookable days of an option by the API and by the tools; and a choice on the second of them, if there is one. */
async function daysOf({ slug }: Product, option: Option) {
  const byApi: string[] = []
  const byTools: string[] = []
  const prices = new Set<number>()
  for (const month of months) {
    const { data } = await api<Calendar>(`/availability/calendar?product=${slug}&option=${option.id}&month=${month}`)
    for (const { date, status, price } of data.days)
      if (bookable(status) && date <= last) {
        byApi.push(date)
        prices.add(price!)
      }
    const { days: found = [] } = await tool<{ days?: { date: string }[] }>('check_availability', {
      product: slug,
      option: option.id,
      month,
    })
    byTools.push(...found.map(({ date }) => date).filter((date) => date <= last))
  }
  const sold = await octo<{ localDate: string; available: boolean }[]>('/availability/calendar', {
    productId: slug,
    optionId: option.id,
    localDateStart: byApi[0] ?? last,
    localDateEnd: last,
  })
  const byOcto = sold.filter(({ available }) => available).map(({ localDate }) => localDate)
  return { byApi, byTools, byOcto, prices: [...prices] }
}

async function choiceOn(payload: Product, option: Option, date: string): Promise<Choice | undefined> {
  const { slug } = payload
  const { data } = await api<{ slots: { startTime?: string; status: string; vacancies: number }[] }>(
    `/availability?product=${slug}&option=${option.id}&date=${date}`,
  )
  const { starts = [] } = await tool<{ starts?: { startTime?: string; status: string; vacancies: number }[] }>(
    'check_availability',
    {
      product: slug,
      option: option.id,
      date,
    },
  )
  expect(starts.map(({ startTime, status, vacancies }) => [startTime ?? '', status, vacancies])).toEqual(
    data.slots.map(({ startTime = '', status, vacancies }) => [startTime, status, vacancies]),
  )
  const units = option.units.flatMap((unit: Unit) => {
    const first = unit === option.units.find(({ accompaniedBy = [] }) => accompaniedBy.length === 0)
    const quantity = Math.max(unit.min ?? 0, first ? 1 : 0)
    return quantity ? [{ id: unit.id, quantity }] : []
  })
  const slot = data.slots.find(({ status, vacancies }) => bookable(status) && vacancies >= 2)
  const length = stayOf(payload, option)
  return slot && { product: slug, option: option.id, date, startTime: slot.startTime, length, units }
}

/** The total of a choice, by each door that names one. */
async function totalsOf(choice: Choice): Promise<Record<string, number>> {
  const units = Object.fromEntries(choice.units.map(({ id, quantity }) => [id, quantity]))
  const { product, option, date, startTime } = choice
  const offered = await octo<{ localDateTimeStart: string; pricing: { retail: number } }[]>('/availability', {
    ...{ productId: product, optionId: option, localDateStart: date, localDateEnd: date, units: choice.units },
  })
  const start = offered.find(({ localDateTimeStart }) => localDateTimeStart.includes(`T${startTime ?? ''}`))
  const checked = await api<{ price: { total: number } }>('/availability/check', choice)
  const quoted = await tool<{ total: { amount: number } }>('quote', { ...choice, units })
  const linked = await tool<{ url: string; total: { amount: number } }>('prepare_cart', { ...choice, units })
  const cart = await api<{ total: number }>('/cart/items', choice)
  const opened = await fetch(linked.url, { redirect: 'manual' })
  const cookie = opened.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const filled = await api<{ total: number; items: { priceChanged: boolean }[] }>('/cart', undefined, cookie)
  expect(filled.data.items.map(({ priceChanged }) => priceChanged)).toEqual([false])
  return {
    octo: start?.pricing.retail ?? -1,
    check: checked.data.price.total,
    quote: quoted.total.amount,
    link: linked.total.amount,
    cart: cart.data.total,
    'cart by link': filled.data.total,
  }
}

const feedsOf = (payload: Product): [string, Said][] => [
  ["Google's feed", saidByGoogle(payload, googleFeed)],
  ['the JSON feed', saidByJsonFeed(payload, productFeeds.json)],
  ['the Atom feed', saidByAtomFeed(payload, productFeeds.atom)],
]

describe('a product has one price and one availability through every door', () => {
  it.each(products.map((payload) => [payload.slug, payload] as const))(
    '%s',
    { timeout: 120_000 },
    async (_, payload) => {
      const said = saidByPayload(payload)
      expect(differences(said, saidByJsonLd(payload)), 'JSON-LD').toEqual([])
      expect(differences(said, saidByPage(payload)), 'page').toEqual([])
      expect(differences(said, saidByMarkdown(payload)), 'Markdown').toEqual([])
      for (const [door, of] of feedsOf(payload)) {
        expect(differences(said, of), door).toEqual([])
        expect('lowest' in of, door).toBe(payload.product.status === 'AVAILABLE')
      }
      expect(differences(said, await saidByTools(payload)), 'tools').toEqual([])
      const byReseller = await saidByOcto(payload)
      const perUnit = Object.fromEntries(Object.entries(byReseller).filter(([of]) => of in said))
      expect(differences(said, perUnit), 'OCTO').toEqual([])
      for (const option of payload.product.options) {
        const { byApi, byTools, prices } = await daysOf(payload, option)
        expect(byTools, option.id).toEqual(byApi)
        if (prices.length > 0) expect(prices, option.id).toEqual([lowest(option)])
        const choice = byApi[1] && (await choiceOn(payload, option, byApi[1]))
        if (!choice) continue
        const totals = await totalsOf(choice)
        expect(new Set(Object.values(totals)).size, `${option.id} ${JSON.stringify(totals)}`).toBe(1)
        const unit = option.units.find(({ id }) => id === choice.units[0]!.id)!
        if (!option.price && choice.units.length === 1)
          expect(totals.check, option.id).toBe(unit.price * choice.units[0]!.quantity * (choice.length ?? 1))
      }
    },
  )

  it('also where the search finds it', async () => {
    const found = new Map<string, number | undefined>()
    for (let page = 1; page < 10; page++) {
      const { data } = await api<{ products: ProductCard[] }>(`/search?pageSize=24&page=${page}`)
      for (const { slug, price } of data.products) found.set(slug, price?.amount)
    }
    expect(
      [...found.entries()].filter(
        ([slug, price]) => price !== products.find((p) => p.slug === slug)?.product.price?.amount,
      ),
    ).toEqual([])
    expect(found.size).toBeGreaterThanOrEqual(products.length)
  })

  it('and a door that says another price is noticed', () => {
    const payload = products[0]!
    const said = saidByPayload(payload)
    const feeds = feedsOf(payload).map(([, of]) => of)
    for (const door of [saidByJsonLd(payload), saidByPage(payload), saidByMarkdown(payload), ...feeds]) {
      const of = Object.keys(door).find((key) => typeof door[key] === 'number')!
      expect(differences(said, { ...door, [of]: Number(door[of]) + 1 })).toEqual([
        `${of}: ${Number(door[of]) + 1} instead of ${said[of]}`,
      ])
    }
  })

  it('and a feed that says another price is noticed, and only that feed', () => {
    const payload = products.find(({ product }) => product.status === 'AVAILABLE')!
    const said = saidByPayload(payload)
    const { amount } = payload.product.price!
    const [units, text] = [Math.trunc(amount / 100), (amount / 100).toFixed(2)]
    const changed = {
      google: googleFeed.replaceAll(`"units":${units},`, `"units":${units + 1},`),
      json: productFeeds.json.replaceAll(`"amount":${amount},`, `"amount":${amount + 1},`),
      atom: productFeeds.atom.replaceAll(`<summary>${text} `, `<summary>${(amount / 100 + 1).toFixed(2)} `),
    }
    expect(differences(said, saidByGoogle(payload, changed.google))).not.toEqual([])
    expect(differences(said, saidByJsonFeed(payload, changed.json))).toEqual([
      `lowest: ${amount + 1} instead of ${amount}`,
    ])
    expect(differences(said, saidByAtomFeed(payload, changed.atom))).toEqual([
      `lowest: ${amount + 100} instead of ${amount}`,
    ])
    expect(feedsOf(payload).flatMap(([, of]) => differences(said, of))).toEqual([])
  })

  it(
    'in every other currency that pages show it is what they show, also to resellers',
    { timeout: 60_000 },
    async () => {
      const { currencies, currency } = JSON.parse(treeFile('builds/meta/shell.en.json')) as Shell
      const others = Object.keys(currency.rates)
      expect(others.length).toBeGreaterThan(2)
      for (const to of others) {
        const terms = ['--deployment', 'wayfare', '--currency', to, '--net-rate', '80', '--rate', '0', '--json']
        const [made] = JSON.parse(await operate('resellers', 'create', `prices-${to.toLowerCase()}`, ...terms)) as {
          key: string
        }[]
        const sold = new Map((await octo<OctoProduct[]>('/products', undefined, made!.key)).map((one) => [one.id, one]))
        const wrong = products.flatMap((payload) =>
          payload.product.options.flatMap((option, at) => {
            if (option.price) return []
            const exponent = exponentOf(option.from!.currency)
            return option.units.flatMap(({ id, price }, n) => {
              const one = exchanged({ amount: price, currency: option.from!.currency, exponent }, to, {
                own: currencies[0]!,
                rates: currency.rates,
              })
              const shown = one && one.amount * (stayOf(payload, option) ?? 1)
              const pricing = sold.get(payload.slug)?.options[at]?.units[n]?.pricingFrom?.[0]
              return pricing?.retail === shown
                ? []
                : [`${payload.slug} ${option.id} ${id} in ${to}: ${pricing?.retail}`]
            })
          }),
        )
        expect(wrong).toEqual([])
      }
    },
  )
})

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Option, ProductCard, Shell, Unit } from '../site/lib/payload.gen'
import { exchangeMoney, exponentOf } from '../site/lib/money/exchange'
import { runOperatorCommand } from './support/booking'
import * as published from './support/published-prices'
import { products, shortestStay, treeFile, type Product, type Prices } from './support/published-prices'

const host = `http://localhost:${inject('port')}`
/** The number of days from today whose availability is compared. */
const days = 60

const client = new Client({ name: 'prices', version: '1' })
const resellers = new Map<string, string>() // the keys of resellers, by the currency of their account
const found = new Map<string, number | undefined>() // the prices of the search, by product
const { currencies, currency: rated } = JSON.parse(treeFile('builds/meta/shell.en.json')) as Shell
const ownCurrency = currencies[0]!

async function addReseller(currency: string): Promise<string> {
  const terms = ['--deployment', 'wayfare', '--credit', '1000000', '--net-rate', '80', '--rate', '0', '--json']
  const args = ['create', `prices-${currency.toLowerCase()}`, '--currency', currency, ...terms]
  return (JSON.parse(await runOperatorCommand('resellers', ...args)) as { key: string }[])[0]!.key
}

beforeAll(async () => {
  await client.connect(new StreamableHTTPClientTransport(new URL(`${host}/mcp`)))
  for (const currency of [ownCurrency, ...Object.keys(rated.rates)])
    resellers.set(currency, await addReseller(currency))
  for (let page = 1; page < 10; page++) {
    const { data } = await api<{ products: ProductCard[] }>(`/search?pageSize=24&page=${page}`)
    for (const { slug, price } of data.products) found.set(slug, price?.amount)
  }
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

interface Described {
  options: { id: string; units: { id: string; price?: { amount: number; currency: string } }[] }[]
}

interface OctoUnit {
  id: string
  pricingFrom?: { retail: number; currency: string }[]
}

interface OctoProduct {
  id: string
  options: { id: string; units: OctoUnit[] }[]
}

async function octo<T>(path: string, body?: unknown, currency = ownCurrency): Promise<T> {
  const response = await fetch(`${host}/octo${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${resellers.get(currency)}`,
      'Octo-Capabilities': 'octo/pricing',
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns the prices for a reseller with an account in a currency: those of the shortest stay, for one night or day. */
async function pricesInOcto(payload: Product, currency: string): Promise<Prices> {
  const { options } = await octo<OctoProduct>(`/products/${payload.slug}`, undefined, currency)
  const units = options.flatMap((option, at) => {
    const stay = shortestStay(payload, payload.product.options[at]!) ?? 1
    if (payload.product.options[at]!.price) return []
    return option.units.map(({ id, pricingFrom }) => {
      const retail = pricingFrom?.[0]?.retail
      return [`${option.id} ${id} in ${currency}`, retail === undefined ? 'nothing' : retail / stay] as const
    })
  })
  return Object.fromEntries(units)
}

/** Returns the prices of a page in every currency of the shop. */
function pricesInCurrencies({ product }: Product): Prices {
  const inPayload: Prices = {}
  for (const currency of resellers.keys())
    for (const option of product.options)
      for (const { id, price: amount } of option.price ? [] : option.units) {
        const money = { amount, currency: product.currency, exponent: exponentOf(product.currency) }
        inPayload[`${option.id} ${id} in ${currency}`] = exchangeMoney(money, currency, {
          baseCurrency: ownCurrency,
          rates: rated.rates,
        })!.amount
      }
  return inPayload
}

async function pricesInTools({ slug }: Product): Promise<Prices> {
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

/** Returns the bookable days of an option by channel, and the prices of the API's calendar. */
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
  return { days: { API: byApi, tools: byTools, OCTO: byOcto }, prices: [...prices] }
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
  const length = shortestStay(payload, option)
  return slot && { product: slug, option: option.id, date, startTime: slot.startTime, length, units }
}

/** Returns the total of a choice by channel. */
async function totalsOf(choice: Choice): Promise<Record<string, number>> {
  const { product, option, date, startTime } = choice
  const offered = await octo<{ localDateTimeStart: string; pricing: { retail: number } }[]>('/availability', {
    ...{ productId: product, optionId: option, localDateStart: date, localDateEnd: date, units: choice.units },
  })
  const start = offered.find(({ localDateTimeStart }) => localDateTimeStart.includes(`T${startTime ?? ''}`))
  const checked = await api<{ price: { total: number } }>('/availability/check', choice)
  const quoted = await tool<{ total: { amount: number } }>('quote', { ...choice })
  const linked = await tool<{ url: string; total: { amount: number } }>('prepare_cart', { ...choice })
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

const files = {
  google: treeFile('feeds/google/0.json'),
  json: treeFile('products.json'),
  atom: treeFile('products.xml'),
}

const feedsOf = (payload: Product, { google, json, atom } = files): Record<string, Prices> => ({
  "Google's feed": published.pricesInGoogleFeed(payload, google),
  "Google's feed in words": published.pricesInGoogleTexts(payload, google),
  'the JSON feed': published.pricesInJsonFeed(payload, json),
  'the Atom feed': published.pricesInAtomFeed(payload, atom),
})

/** CollectedPrices are the prices and days of a product in its payload and in every channel. */
interface CollectedPrices {
  inPayload: Prices
  channels: Record<string, Prices>
  /** The days on which an option can be booked, by channel. */
  days: Record<string, Record<string, string[]>>
  /** The totals of a choice of an option, by channel, with that of the payload. */
  totals: Record<string, { payload: number; channels: Record<string, number> }>
}

/** Returns the total of a choice by the payload. */
function totalOf(option: Option, { units, length = 1 }: Choice): number {
  if (option.price) return option.price.amount
  const amounts = units.map(({ id, quantity }) => {
    const { price, pricedBy } = option.units.find((unit) => unit.id === id)!
    return price * quantity * (pricedBy === 'NIGHT' || pricedBy === 'DAY' ? length : 1)
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

async function collectPrices(payload: Product): Promise<CollectedPrices> {
  const search = found.get(payload.slug)
  const collected: CollectedPrices = {
    inPayload: { ...published.pricesInPayload(payload), ...pricesInCurrencies(payload) },
    channels: {
      'JSON-LD': published.pricesInJsonLd(payload),
      'the page': published.pricesInPage(payload),
      Markdown: published.pricesInMarkdown(payload),
      ...feedsOf(payload),
      'the search': { lowest: search ?? 'nothing' },
      tools: await pricesInTools(payload),
    },
    days: {},
    totals: {},
  }
  for (const currency of resellers.keys())
    collected.channels[`OCTO in ${currency}`] = await pricesInOcto(payload, currency)
  for (const option of payload.product.options) {
    const { days, prices } = await daysOf(payload, option)
    collected.days[option.id] = days
    prices.forEach(
      (price, n) => (collected.channels[`the calendar of ${option.id}, ${n}`] = { [`${option.id} from`]: price }),
    )
    const choice = days.API[1] && (await choiceOn(payload, option, days.API[1]))
    if (choice) collected.totals[option.id] = { payload: totalOf(option, choice), channels: await totalsOf(choice) }
  }
  return collected
}

/** Returns the differences between channels, each with its channel. */
function disagreements({ inPayload, channels, days, totals }: CollectedPrices): string[] {
  const all = Object.entries(channels).flatMap(([channel, of]) =>
    Object.keys(of).flatMap((what) =>
      of[what] === inPayload[what]
        ? []
        : [`${channel}: ${what} ${of[what] ?? 'nothing'} instead of ${inPayload[what] ?? 'nothing'}`],
    ),
  )
  for (const [option, byChannel] of Object.entries(days)) {
    const lists = Object.values(byChannel).map(String)
    const usual = lists.find((list) => lists.filter((other) => other === list).length > 1)
    for (const [channel, list] of Object.entries(byChannel))
      if (String(list) !== usual) all.push(`${channel}: other days of ${option}`)
  }
  for (const [option, { payload, channels: byChannel }] of Object.entries(totals))
    for (const [channel, total] of Object.entries(byChannel))
      if (total !== payload) all.push(`${channel}: ${option} costs ${total} instead of ${payload}`)
  return all
}

/** Returns copies with the name of a channel. In each copy, one value of that channel is changed. */
function singleChanges(collected: CollectedPrices): [string, CollectedPrices][] {
  const changes: [string, (copy: CollectedPrices) => void][] = []
  for (const [channel, of] of Object.entries(collected.channels))
    for (const what of Object.keys(of))
      changes.push([
        channel,
        ({ channels }) => (channels[channel]![what] = typeof of[what] === 'number' ? of[what] + 1 : 'XXX'),
      ])
  for (const [option, byChannel] of Object.entries(collected.days))
    for (const channel of Object.keys(byChannel))
      changes.push([channel, ({ days }) => days[option]![channel]!.push('2026-02-30')])
  for (const [option, { channels }] of Object.entries(collected.totals))
    for (const channel of Object.keys(channels))
      changes.push([channel, ({ totals }) => (totals[option]!.channels[channel]! += 1)])
  return changes.map(([channel, change]) => {
    const copy = structuredClone(collected)
    change(copy)
    return [channel, copy]
  })
}

describe('the prices and the availability of a product', () => {
  let example: CollectedPrices | undefined
  it.each(products.map((payload) => [payload.slug, payload] as const))(
    'are the same in every channel: %s',
    async (_, payload) => {
      const collected = await collectPrices(payload)
      expect(disagreements(collected)).toEqual([])
      for (const [channel, of] of Object.entries(collected.channels).filter(([channel]) => /feed$/.test(channel)))
        expect('lowest' in of, channel).toBe(payload.product.status === 'AVAILABLE')
      if (Object.keys(collected.totals).length === payload.product.options.length) example ??= collected
    },
  )

  it('are reported as different if any channel has another price, day or total', () => {
    const channels = new Set<string>()
    for (const [channel, changed] of singleChanges(example!)) {
      channels.add(channel.replace(/^the calendar of .*/, 'calendar').replace(/ in [A-Z]{3}$/, ' in a currency'))
      expect(disagreements(changed)).toEqual([expect.stringMatching(new RegExp(`^${channel}: `))])
    }
    const priced = ['JSON-LD', 'the page', 'Markdown', ...Object.keys(feedsOf(products[0]!)), 'the search', 'calendar']
    const requested = ['API', 'OCTO', 'OCTO in a currency', 'tools', 'check', 'quote', 'link', 'cart', 'cart by link']
    expect([...channels].sort()).toEqual([...priced, ...requested, 'octo'].sort())
  })

  it('are reported as different for the one feed that has another price', () => {
    const payload = products.find(({ product }) => product.status === 'AVAILABLE')!
    const inPayload = { ...published.pricesInPayload(payload), ...pricesInCurrencies(payload) }
    const { amount } = payload.product.price!
    const [units, text] = [Math.trunc(amount / 100), (amount / 100).toFixed(2)]
    const reported = (changed: Partial<typeof files>) =>
      disagreements({ inPayload, channels: feedsOf(payload, { ...files, ...changed }), days: {}, totals: {} })
    expect(reported({})).toEqual([])
    for (const [channel, changed] of Object.entries<Partial<typeof files>>({
      "Google's feed: ": { google: files.google.replaceAll(`"units":${units},`, `"units":${units + 1},`) },
      "Google's feed in words: ": { google: files.google.replaceAll(`: ${text} `, `: ${units + 1}.00 `) },
      'the JSON feed: ': { json: files.json.replaceAll(`"amount":${amount},`, `"amount":${amount + 1},`) },
      'the Atom feed: ': { atom: files.atom.replaceAll(`<summary>${text} `, `<summary>${units + 1}.00 `) },
    })) {
      const all = reported(changed)
      expect(all, channel).not.toEqual([])
      expect(all.filter((words) => !words.startsWith(channel))).toEqual([])
    }
  })
})

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  zAvailability,
  zAvailabilityCalendar,
  zBaseError,
  zBooking,
  zCapability,
  zErrorInvalidAvailabilityId,
  zErrorInvalidBookingUuid,
  zErrorInvalidOptionId,
  zErrorInvalidProductId,
  zErrorInvalidUnitId,
  zProduct,
  zSupplier,
} from '@octocloud/types/dist/models/zod.gen.js'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { program, smallContent } from './support/build'

// Checks responses of a real server with the real content against the standard's own schemas.

const run = promisify(execFile)
const scratch = inject('scratch')
const octo = `http://127.0.0.1:${inject('port')}/octo`

interface Schema<T> {
  parse(value: unknown): T
}

let key = ''

beforeAll(async () => {
  const terms = ['--deployment', 'wayfare', '--net-rate', '80', '--credit', '1000000', '--rate', '0']
  const name = `atlas-${randomUUID().slice(0, 8)}`
  const create = ['resellers', 'create', name, ...terms, '--builds', inject('builds'), '--json']
  const { stdout } = await run(program('api'), create, { cwd: scratch })
  key = (JSON.parse(stdout) as { key: string }[])[0]?.key ?? ''
})

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return fetch(octo + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Octo-Capabilities': 'octo/content, octo/pricing, octo/pickups',
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Sends a request, which must succeed, and returns the response, which must match the schema. */
async function get<T>(schema: Schema<T>, method: string, path: string, body?: object): Promise<T> {
  const response = await send(method, path, body)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  schema.parse(answer)
  return answer as T
}

const listOf = <T>(schema: Schema<T>): Schema<T[]> => ({
  parse: (value) => (value as unknown[]).map((item) => schema.parse(item)),
})

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)

type Product = ReturnType<typeof zProduct.parse>
type Availability = ReturnType<typeof zAvailability.parse>

/** Returns the first availability of a product that has room. */
async function firstAvailability({ id, options }: Product): Promise<Availability | undefined> {
  const days = { localDateStart: day(20), localDateEnd: day(50) }
  const all = await get(listOf(zAvailability), 'POST', '/availability', {
    productId: id,
    optionId: options[0]?.id,
    ...days,
  })
  return all.find((one) => one.available)
}

/** Returns the fewest units that an option is booked with. */
function fewestUnits(product: Product): { unitId: string }[] {
  const units = product.options[0]?.units ?? []
  const least = units.flatMap(({ id, restrictions }) => Array<string>(restrictions.minQuantity ?? 0).fill(id))
  const one = units.find(({ restrictions }) => restrictions.accompaniedBy.length === 0)
  return (least.length > 0 ? least : [one?.id ?? '']).map((unitId) => ({ unitId }))
}

describe('the OCTO API of resellers', () => {
  test('describes supplier, capabilities and products by the schemas of the standard', async () => {
    expect((await get(zSupplier, 'GET', '/supplier')).endpoint).toBe(octo)
    await get(listOf(zCapability), 'GET', '/capabilities')
    const products = await get(listOf(zProduct), 'GET', '/products')
    expect(products.length).toBeGreaterThan(30)
    for (const product of products) expect(product.description, product.id).toBeTruthy()
    const bare = await send('GET', '/products', undefined, { 'Octo-Capabilities': '' })
    for (const product of listOf(zProduct).parse(await bare.json())) expect(product.title).toBeUndefined()
  })

  test('sells and cancels every product by the schemas of the standard', async () => {
    const products = await get(listOf(zProduct), 'GET', '/products')
    const statuses = new Set<string>()
    for (const product of products) {
      const [option] = product.options
      const query = { productId: product.id, optionId: option?.id }
      const days = { localDateStart: day(0), localDateEnd: day(62) }
      await get(listOf(zAvailabilityCalendar), 'POST', '/availability/calendar', { ...query, ...days })
      const free = await firstAvailability(product)
      if (!free) continue
      const uuid = randomUUID()
      const booking = { uuid, ...query, availabilityId: free.id, unitItems: fewestUnits(product) }
      const held = await get(zBooking, 'POST', '/bookings', booking)
      expect([held.status, held.availabilityId, held.uuid], product.id).toEqual(['ON_HOLD', free.id, uuid])
      const path = `/bookings/${uuid}`
      const contact = { fullName: 'Amina Haddad', emailAddress: 'amina@example.com' }
      const points = option as unknown as { pickupRequired: boolean; pickupPoints: { id: string }[] }
      if (points.pickupRequired) expect(points.pickupPoints.length, product.id).toBeGreaterThan(0)
      const pickup = points.pickupRequired ? { pickupPointId: points.pickupPoints[0]?.id } : {}
      const sold = await get(zBooking, 'POST', `${path}/confirm`, { contact, resellerReference: uuid, ...pickup })
      expect(sold.status, product.id).toBe(product.instantConfirmation ? 'CONFIRMED' : 'PENDING')
      statuses.add(sold.status)
      if (sold.status === 'CONFIRMED') {
        const formats = sold.voucher?.deliveryOptions.map(({ deliveryFormat }) => deliveryFormat)
        expect(formats, product.id).toEqual(['QRCODE', 'PDF_URL'])
      }
      const [listed] = await get(listOf(zBooking), 'GET', `/bookings?resellerReference=${uuid}`)
      expect(listed?.uuid, product.id).toBe(uuid)
      if (!sold.cancellable) continue
      const ended = await get(zBooking, 'POST', `${path}/cancel`, { reason: 'They are ill' })
      expect([ended.status, ended.cancellation?.reason], product.id).toEqual(['CANCELLED', 'They are ill'])
    }
    expect([...statuses].sort()).toEqual(['CONFIRMED', 'PENDING'])
  })

  test('answers invalid requests with the errors of the standard', async () => {
    const [product] = await get(listOf(zProduct), 'GET', '/products')
    const query = { productId: product?.id, optionId: product?.options[0]?.id }
    const free = product && (await firstAvailability(product))
    const booking = { ...query, availabilityId: free?.id, unitItems: product && fewestUnits(product) }
    const cases: [Schema<{ error: string }>, string, string, string, object?][] = [
      [zErrorInvalidProductId, 'INVALID_PRODUCT_ID', 'GET', '/products/nothing'],
      [zErrorInvalidOptionId, 'INVALID_OPTION_ID', 'POST', '/availability', { ...query, optionId: 'nothing' }],
      [
        zErrorInvalidAvailabilityId,
        'INVALID_AVAILABILITY_ID',
        'POST',
        '/bookings',
        { ...booking, availabilityId: 'x' },
      ],
      [zErrorInvalidUnitId, 'INVALID_UNIT_ID', 'POST', '/bookings', { ...booking, unitItems: [{ unitId: 'nothing' }] }],
      [zErrorInvalidBookingUuid, 'INVALID_BOOKING_UUID', 'GET', `/bookings/${randomUUID()}`],
      [zBaseError, 'UNPROCESSABLE_ENTITY', 'POST', '/bookings', { ...booking, unitItems: [] }],
      [zBaseError, 'BAD_REQUEST', 'GET', '/bookings'],
    ]
    for (const [schema, code, method, path, body] of cases) {
      const response = await send(method, path, body)
      expect(response.status, code).toBe(400)
      expect(schema.parse(await response.json()).error).toBe(code)
    }
    const anonymous = await send('GET', '/supplier', undefined, { Authorization: '' })
    expect(zBaseError.parse(await anonymous.json()).error).toBe('UNAUTHORIZED')
  })

  test('lets another storefront import the catalogue, with its prices and Arabic texts', async () => {
    const content = join(scratch, `octo-${randomUUID()}`)
    await cp(smallContent, content, { recursive: true })
    const from = ['import', 'octo', octo, '--private', '--content', content, '--city', 'dubai', '--category', 'desert']
    await run(program('generate'), from, { env: { ...process.env, OCTO_TOKEN: key } })
    const slugs = await readdir(join(content, 'products'))
    const [product] = (await get(listOf(zProduct), 'GET', '/products')).filter(
      ({ pricingPer }) => pricingPer === 'UNIT',
    )
    if (!product) throw new Error('no product is sold by unit')
    expect(slugs.length).toBeGreaterThan(30)
    const arabic = await send('GET', `/products/${product.id}`, undefined, { 'Accept-Language': 'ar' })
    const { title } = zProduct.parse(await arabic.json())
    const all = slugs.map(async (slug) => {
      const [facts, words] = await Promise.all(
        ['product.yaml', 'ar.md'].map((file) => readFile(join(content, 'products', slug, file), 'utf8')),
      )
      return { facts: facts ?? '', words: words ?? '' }
    })
    const found = (await Promise.all(all)).find(({ facts }) => facts.includes(`sourceId: ${product.id}\n`))
    expect(found?.words).toContain(title)
    const retail = product.options[0]?.units[0]?.pricingFrom?.[0]?.retail ?? 0
    expect(found?.facts).toContain(`price: ${retail / 100}`)
  })
})

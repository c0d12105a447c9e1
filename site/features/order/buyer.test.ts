// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveBuyer, loadBuyer, type BuyerValues } from './buyer'
import { buyerSchema } from './buyer-schema'

const good: BuyerValues = {
  firstName: 'Amal',
  lastName: 'Haddad',
  email: 'amal@example.com',
  phoneCountry: 'AE',
  phone: '050 123 4567',
}

async function errorsOf(part: Partial<BuyerValues>): Promise<Record<string, string>> {
  const { issues = [] } = await v.safeParseAsync(buyerSchema, { ...good, ...part })
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]).reverse())
}

beforeEach(() => sessionStorage.clear())

describe('the buyer schema', () => {
  it('accepts valid contact details', async () => {
    expect(await errorsOf({})).toEqual({})
  })

  it('requires every field', async () => {
    const blank = { firstName: ' ', lastName: '', email: '', phoneCountry: '', phone: '' }
    expect(await errorsOf(blank)).toEqual({
      firstName: 'required',
      lastName: 'required',
      email: 'required',
      phoneCountry: 'required',
      phone: 'required',
    })
  })

  const unmailable = [
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a\u202eb@example.com',
    'a\u200bb@example.com',
    'a\u009bb@example.com',
  ]

  const malformed = ['amal', 'amal@', 'amal@example', '@example.com', 'a b@example.com', 'a@b@example.com']
  const misplacedDots = ['a..b@example.com', '.a@example.com', 'a.@example.com', 'a@example..com', 'a@example.com.']

  it.each([...malformed, ...misplacedDots, ...unmailable])('rejects the e-mail address "%s"', async (email) => {
    expect(await errorsOf({ email })).toEqual({ email: 'format' })
  })

  it.each([
    "maeve.o'brien@example.com",
    'amal+tours_1@mail.example.co',
    'amal@xn--mnchen-3ya.example',
    'amal@münchen.example',
    'أمينة@مثال.إختبار',
  ])('accepts the e-mail address "%s"', async (email) => {
    expect(await errorsOf({ email })).toEqual({})
  })

  it.each([
    ['AE', '123'],
    ['AE', '050 123'],
    ['GB', 'call me'],
    ['AE', '+1 555'],
  ])('rejects, with the country %s, the phone number %s', async (phoneCountry, phone) => {
    expect(await errorsOf({ phoneCountry, phone })).toEqual({ phone: 'format' })
  })

  it('reports an invalid phone number together with other errors', async () => {
    expect(await errorsOf({ firstName: '', phone: '12' })).toEqual({ firstName: 'required', phone: 'format' })
  })

  it.each([
    ['AE', '0501234567'],
    ['AE', '٠٥٠١٢٣٤٥٦٧'],
    ['SA', '+971 50 123 4567'],
    ['GB', '00971501234567'],
  ])('accepts, with the country %s, the phone number %s', async (phoneCountry, phone) => {
    expect(await errorsOf({ phoneCountry, phone })).toEqual({})
  })
})

describe('the saved values of the buyer', () => {
  it('are loaded as they were typed', () => {
    saveBuyer({ ...good, email: 'amal@' })
    expect(loadBuyer()).toEqual({ ...good, email: 'amal@' })
  })

  it('are loaded only if they are texts of known fields', () => {
    sessionStorage.setItem('buyer', JSON.stringify({ firstName: 'Amal', phone: 5, card: '4242' }))
    expect(loadBuyer()).toEqual({ firstName: 'Amal' })
    sessionStorage.setItem('buyer', 'not json')
    expect(loadBuyer()).toEqual({})
  })
})

// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { cartOf } from '../order/booking.fixture'
import { loadGuest, saveGuest, type GuestDraft } from './guest'
import { guestSchema } from './schemas'

const blank = { name: '', phone: '', email: '', info: '' }
const sami = { name: 'Sami', phone: '+971 50 123 4567', email: 'sami@example.com' }

/** Returns the first error code of each field. */
function errorsOf(draft: GuestDraft) {
  const { issues = [] } = v.safeParse(guestSchema, draft)
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]).reverse())
}

beforeEach(() => sessionStorage.clear())

describe('the guest schema', () => {
  it('accepts empty fields, or only a note for the guide', () => {
    expect(errorsOf(blank)).toEqual({})
    expect(errorsOf({ ...blank, info: 'No nuts' })).toEqual({})
  })

  it('requires a valid phone number and e-mail address with a name', () => {
    expect(errorsOf({ ...blank, name: 'Sami' })).toEqual({ phone: 'required', email: 'required' })
    expect(errorsOf({ ...blank, ...sami, email: 'sami@' })).toEqual({ email: 'format' })
    expect(errorsOf({ ...blank, ...sami, phone: 'call me' })).toEqual({ phone: 'format' })
    expect(errorsOf({ ...blank, ...sami })).toEqual({})
  })

  it.each(['a@[127.0.0.1]', 'a@127.0.0.1', 'a\u202eb@example.com', 'a\u200bb@example.com', 'a\u009bb@example.com'])(
    'rejects the e-mail address %j',
    (email) => {
      expect(errorsOf({ ...blank, ...sami, email })).toEqual({ email: 'format' })
    },
  )

  it('accepts and converts Arabic digits in the phone number', () => {
    expect(errorsOf({ ...blank, ...sami, phone: '٠٥٠١٢٣٤٥٦٧' })).toEqual({})
    expect(v.parse(guestSchema, { ...blank, ...sami, phone: '٠٥٠١٢٣٤٥٦٧' }).phone).toBe('0501234567')
  })
})

describe('the guest form', () => {
  it('starts with the guest of the cart, and with the typed values after a reload', () => {
    const cart = cartOf(undefined, { guest: sami })
    expect(loadGuest(cart)).toEqual({ ...blank, ...sami })
    saveGuest({ ...blank, ...sami, name: 'Sam' })
    expect(loadGuest(cart).name).toBe('Sam')
    saveGuest(undefined)
    expect(loadGuest(cart).name).toBe('Sami')
  })
})

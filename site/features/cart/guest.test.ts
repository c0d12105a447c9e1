// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { cartOf } from '../order/booking.fixture'
import { loadGuest, saveGuest, type GuestDraft } from './guest'
import { guestSchema } from './schemas'

const blank = { name: '', phone: '', email: '', info: '' }
const sami = { name: 'Sami', phone: '+971 50 123 4567', email: 'sami@example.com' }

/** The first code of each field, as a form shows it. */
function wrongs(draft: GuestDraft) {
  const { issues = [] } = v.safeParse(guestSchema, draft)
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]).reverse())
}

beforeEach(() => sessionStorage.clear())

describe('a guest', () => {
  it('may be empty, or only a note for the guide', () => {
    expect(wrongs(blank)).toEqual({})
    expect(wrongs({ ...blank, info: 'No nuts' })).toEqual({})
  })

  it('with a name needs contact details', () => {
    expect(wrongs({ ...blank, name: 'Sami' })).toEqual({ phone: 'required', email: 'required' })
    expect(wrongs({ ...blank, ...sami, email: 'sami@' })).toEqual({ email: 'format' })
    expect(wrongs({ ...blank, ...sami, phone: 'call me' })).toEqual({ phone: 'format' })
    expect(wrongs({ ...blank, ...sami })).toEqual({})
  })

  it.each(['a@[127.0.0.1]', 'a@127.0.0.1', 'a\u202eb@example.com', 'a\u200bb@example.com', 'a\u009bb@example.com'])(
    'does not have the e-mail %j',
    (email) => {
      expect(wrongs({ ...blank, ...sami, email })).toEqual({ email: 'format' })
    },
  )

  it('may type Arabic digits', () => {
    expect(wrongs({ ...blank, ...sami, phone: '٠٥٠١٢٣٤٥٦٧' })).toEqual({})
    expect(v.parse(guestSchema, { ...blank, ...sami, phone: '٠٥٠١٢٣٤٥٦٧' }).phone).toBe('0501234567')
  })
})

describe('the form of a guest', () => {
  it('opens with what the cart has, and after a reload with what was typed', () => {
    const cart = cartOf(undefined, { guest: sami })
    expect(loadGuest(cart)).toEqual({ ...blank, ...sami })
    saveGuest({ ...blank, ...sami, name: 'Sam' })
    expect(loadGuest(cart).name).toBe('Sam')
    saveGuest(undefined)
    expect(loadGuest(cart).name).toBe('Sami')
  })
})

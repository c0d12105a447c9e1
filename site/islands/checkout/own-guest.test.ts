// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { cartOf, orderOf } from '../../lib/booking.fixture'
import { keepGuest } from '../cart/guest'
import { buyerAsGuest } from './own-guest'

const blank = { name: '', phone: '', email: '', info: '' }
const sami = { name: 'Sami', phone: '+971 50 123 4567', email: 'sami@example.com' }
const { buyer } = orderOf()

beforeEach(() => sessionStorage.clear())

describe('the buyer', () => {
  const own = { name: 'Amal Haddad', phone: '+971 501234567', email: 'amal@example.com' }

  it('travels with what he has to tell the guide', () => {
    keepGuest({ ...blank, info: 'No nuts' })
    expect(buyerAsGuest(cartOf(), buyer, '971')).toEqual({ ...own, info: 'No nuts' })
  })

  it('takes the place of a guest whose name was taken back', () => {
    keepGuest(blank)
    expect(buyerAsGuest(cartOf(undefined, { guest: sami }), buyer, '971')).toEqual(own)
  })

  it('changes nothing where somebody else is named, nothing is to tell, or it is told already', () => {
    expect(buyerAsGuest(cartOf(undefined, { guest: sami }), buyer, '971')).toBeUndefined()
    keepGuest(blank)
    expect(buyerAsGuest(cartOf(), buyer, '971')).toBeUndefined()
    expect(buyerAsGuest(cartOf(undefined, { guest: own }), buyer, '971')).toBeUndefined()
    keepGuest({ ...blank, ...sami })
    expect(buyerAsGuest(cartOf(undefined, { guest: sami }), buyer, '971')).toBeUndefined()
  })
})

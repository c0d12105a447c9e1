import { expect, it } from 'vitest'
import { itemOf } from '../../lib/booking.fixture'
import { leastOf, limitOf } from './limits'

const item = itemOf()
const [adult, child] = item.units as [(typeof item.units)[number], (typeof item.units)[number]]

it('takes no more travellers than one item may have', () => {
  expect(limitOf(item, { adult: 2 }, adult)).toBeUndefined()
  expect(limitOf(item, { adult: 2, child: 1 }, child)).toEqual({ of: 'item', most: 3 })
})

it('takes no more of a unit than it may have', () => {
  const few = { ...adult, max: 2 }
  expect(limitOf({ ...item, units: [few, child] }, { adult: 2 }, few)).toEqual({ of: 'unit', most: 2 })
})

it('counts the people of a car, not the car', () => {
  const car = { ...adult, id: 'car', paxCount: 2, max: 0 }
  expect(limitOf({ ...item, units: [car] }, { car: 1 }, car)).toEqual({ of: 'item', most: 3 })
})

it('has no limit where none is set', () => {
  const open = { ...adult, max: 0 }
  expect(limitOf({ ...item, units: [open], limits: { maxTravellers: 0 } }, { adult: 90 }, open)).toBeUndefined()
})

it('leaves somebody to travel', () => {
  expect(leastOf(item, { adult: 1, child: 0 }, { ...adult, min: 0 })).toBe(1)
  expect(leastOf(item, { adult: 1, child: 1 }, { ...adult, min: 0 })).toBe(0)
  expect(leastOf(item, { adult: 1, child: 1 }, adult)).toBe(1)
})

import { describe, expect, test } from 'vitest'
import type { Extra, Option, Unit } from '../../lib/payload.gen'
import { defaultUnits, remainingUnits, lengthOf, maxExtraCount, publishedTotal } from './pricing'

const unit = (id: string, more: Partial<Unit> = {}): Unit => ({
  id,
  type: 'OTHER',
  pricedBy: 'PERSON',
  of: 'PERSON',
  price: 10_000,
  paxCount: 1,
  ...more,
})
const option = (units: Unit[], more: Partial<Option> = {}): Option => ({
  id: 'o',
  title: '',
  capacity: 10,
  maxTravellers: 6,
  units,
  schedule: { seasons: [] },
  cancellation: [],
  ...more,
})
const chosen = (units: Record<string, number>, more = {}) => ({ units, extras: {}, length: 1, ...more })

describe('the total price', () => {
  test('is a sum in whole minor units', () => {
    expect(
      publishedTotal(option([unit('a', { price: 29_500 }), unit('c', { price: 14_250 })]), [], chosen({ a: 2, c: 1 })),
    ).toBe(73_250)
  })
  test('multiplies prices per night, but not prices per person, by the length', () => {
    const units = [unit('tent', { pricedBy: 'NIGHT', price: 5000 }), unit('lunch', { price: 1000 })]
    expect(publishedTotal(option(units), [], chosen({ tent: 2, lunch: 1 }, { length: 3 }))).toBe(31_000)
  })
  test('is the same for any number of travellers if the price is per booking', () => {
    const price = { amount: 90_000, currency: 'AED', exponent: 2, per: 'BOOKING' as const }
    expect(publishedTotal(option([unit('a', { price: 0 })], { price }), [], chosen({ a: 5 }))).toBe(90_000)
  })
  test('adds the price of an extra as often as it is chosen', () => {
    const extras: Extra[] = [{ id: 'quad', title: '', pricingPer: 'UNIT', price: 15_000 }]
    expect(publishedTotal(option([unit('a')]), extras, chosen({ a: 2 }, { extras: { quad: 2 } }))).toBe(50_000)
  })
})

test('the default units are two persons or one item, within the limits of the option', () => {
  expect(defaultUnits(option([unit('a'), unit('c')]))).toEqual({ a: 2, c: 0 })
  expect(defaultUnits(option([unit('car', { pricedBy: 'ITEM', paxCount: 6 })]))).toEqual({ car: 1 })
  expect(defaultUnits(option([unit('a', { min: 3 })]))).toEqual({ a: 3 })
  expect(defaultUnits(option([unit('a')], { maxTravellers: 1 }))).toEqual({ a: 1 })
})

describe('the length of a booking', () => {
  const tent = option([unit('tent', { pricedBy: 'NIGHT' })])
  test('can be chosen only if the product has a minimum duration', () => {
    expect(lengthOf({ duration: { nights: 1 }, minimumDuration: { nights: 3 } }, tent)).toEqual({
      by: 'NIGHT',
      min: 3,
      choosable: true,
    })
    expect(lengthOf({ duration: { nights: 2 } }, tent)).toEqual({ by: 'NIGHT', min: 2, choosable: false })
  })
  test('rounds hours up to days', () => {
    const car = option([unit('car', { pricedBy: 'DAY' })])
    expect(lengthOf({ duration: { minutes: 600 } }, car)).toEqual({ by: 'DAY', min: 1, choosable: false })
    expect(lengthOf({ duration: { minutes: 600 }, minimumDuration: { minutes: 2880 } }, car)?.min).toBe(2)
  })
  test('is undefined if no unit is priced by day or night', () => {
    expect(lengthOf({ duration: { minutes: 60 } }, option([unit('a')]))).toBeUndefined()
  })
})

test('an extra is limited to the number of travellers, its maximum, or one per booking', () => {
  const extra: Extra = { id: 'x', title: '', pricingPer: 'UNIT', price: 1 }
  expect(maxExtraCount(extra, 3)).toBe(3)
  expect(maxExtraCount({ ...extra, max: 2 }, 3)).toBe(2)
  expect(maxExtraCount({ ...extra, pricingPer: 'BOOKING' }, 3)).toBe(1)
})

describe('the remaining units', () => {
  test('are seats if the price is per person', () => {
    expect(remainingUnits(option([unit('a'), unit('c')]), 5)).toBe(5)
  })
  test('are cars if the option books cars', () => {
    expect(remainingUnits(option([unit('car', { pricedBy: 'ITEM', paxCount: 6 })]), 17)).toBe(2)
  })
  test('are parties if the price is per booking', () => {
    const price = { amount: 90_000, currency: 'AED', exponent: 2, per: 'BOOKING' as const }
    expect(remainingUnits(option([unit('a')], { price, maxTravellers: 10 }), 20)).toBe(2)
  })
})

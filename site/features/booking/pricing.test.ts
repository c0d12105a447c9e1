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

describe('a total', () => {
  test('is whole minor units, three decimals or none', () => {
    expect(
      publishedTotal(option([unit('a', { price: 29_500 }), unit('c', { price: 14_250 })]), [], chosen({ a: 2, c: 1 })),
    ).toBe(73_250)
  })
  test('multiplies days and nights, not persons, by the length', () => {
    const units = [unit('tent', { pricedBy: 'NIGHT', price: 5000 }), unit('lunch', { price: 1000 })]
    expect(publishedTotal(option(units), [], chosen({ tent: 2, lunch: 1 }, { length: 3 }))).toBe(31_000)
  })
  test('of a booking is one price for any number of travellers', () => {
    const price = { amount: 90_000, currency: 'AED', exponent: 2, per: 'BOOKING' as const }
    expect(publishedTotal(option([unit('a', { price: 0 })], { price }), [], chosen({ a: 5 }))).toBe(90_000)
  })
  test('adds extras as often as they are taken', () => {
    const extras: Extra[] = [{ id: 'quad', title: '', pricingPer: 'UNIT', price: 15_000 }]
    expect(publishedTotal(option([unit('a')]), extras, chosen({ a: 2 }, { extras: { quad: 2 } }))).toBe(50_000)
  })
})

test('travellers start as two people, one item, or the minimum', () => {
  expect(defaultUnits(option([unit('a'), unit('c')]))).toEqual({ a: 2, c: 0 })
  expect(defaultUnits(option([unit('car', { pricedBy: 'ITEM', paxCount: 6 })]))).toEqual({ car: 1 })
  expect(defaultUnits(option([unit('a', { min: 3 })]))).toEqual({ a: 3 })
  expect(defaultUnits(option([unit('a')], { maxTravellers: 1 }))).toEqual({ a: 1 })
})

describe('a length', () => {
  const tent = option([unit('tent', { pricedBy: 'NIGHT' })])
  test('is chosen only where a minimum is published', () => {
    expect(lengthOf({ duration: { nights: 1 }, minimumDuration: { nights: 3 } }, tent)).toEqual({
      by: 'NIGHT',
      min: 3,
      choosable: true,
    })
    expect(lengthOf({ duration: { nights: 2 } }, tent)).toEqual({ by: 'NIGHT', min: 2, choosable: false })
  })
  test('in days rounds hours up', () => {
    const car = option([unit('car', { pricedBy: 'DAY' })])
    expect(lengthOf({ duration: { minutes: 600 } }, car)).toEqual({ by: 'DAY', min: 1, choosable: false })
    expect(lengthOf({ duration: { minutes: 600 }, minimumDuration: { minutes: 2880 } }, car)?.min).toBe(2)
  })
  test('is none where nothing is priced by it', () => {
    expect(lengthOf({ duration: { minutes: 60 } }, option([unit('a')]))).toBeUndefined()
  })
})

test('an extra is taken by no more than travel, or once a booking', () => {
  const extra: Extra = { id: 'x', title: '', pricingPer: 'UNIT', price: 1 }
  expect(maxExtraCount(extra, 3)).toBe(3)
  expect(maxExtraCount({ ...extra, max: 2 }, 3)).toBe(2)
  expect(maxExtraCount({ ...extra, pricingPer: 'BOOKING' }, 3)).toBe(1)
})

describe('what is left', () => {
  test('is counted in seats', () => {
    expect(remainingUnits(option([unit('a'), unit('c')]), 5)).toBe(5)
  })
  test('is counted in cars where cars are booked', () => {
    expect(remainingUnits(option([unit('car', { pricedBy: 'ITEM', paxCount: 6 })]), 17)).toBe(2)
  })
  test('is counted in parties where one price is for the whole party', () => {
    const price = { amount: 90_000, currency: 'AED', exponent: 2, per: 'BOOKING' as const }
    expect(remainingUnits(option([unit('a')], { price, maxTravellers: 10 }), 20)).toBe(2)
  })
})

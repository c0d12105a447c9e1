import { describe, expect, test } from 'vitest'
import { countsOf, minCountOf, limitOf, quantitiesOf, travellersOf, type CountedUnit } from './counts'

const adult: CountedUnit = { id: 'adult', type: 'ADULT', paxCount: 1 }
const family: CountedUnit = { id: 'family', type: 'FAMILY', paxCount: 4, max: 2 }

test('quantities are the counts above zero', () => {
  expect(quantitiesOf({ adult: 2, child: 0 })).toEqual([{ id: 'adult', quantity: 2 }])
  expect(countsOf([{ id: 'adult', quantity: 2 }])).toEqual({ adult: 2 })
})

test('travellers count by the seats that a unit takes', () => {
  expect(travellersOf([family, adult], { family: 1, adult: 1 })).toBe(5)
})

describe('a unit that needs another', () => {
  const infant: CountedUnit = { id: 'infant', type: 'INFANT', paxCount: 1, max: 3, accompaniedBy: ['adult', 'senior'] }
  const senior: CountedUnit = { id: 'senior', type: 'SENIOR', paxCount: 1 }
  const units = [adult, senior, infant]
  test('is not chosen alone', () => {
    expect(limitOf({ units, maxTravellers: 8 }, {}, infant)).toBe('alone')
    expect(limitOf({ units, maxTravellers: 8 }, { senior: 1 }, infant)).toBeUndefined()
  })
  test('is not left alone', () => {
    expect(minCountOf(units, { adult: 1, infant: 1 }, adult)).toBe(1)
    expect(minCountOf(units, { adult: 1, senior: 1, infant: 1 }, adult)).toBe(0)
    expect(minCountOf(units, { adult: 1, infant: 1 }, infant)).toBe(0)
  })
})

describe('one more', () => {
  test('never passes the most of an item or of its unit', () => {
    const few = { ...adult, max: 1 }
    const party = { units: [family, few], maxTravellers: 6 }
    expect(limitOf(party, { family: 1 }, family)).toBe('travellers')
    expect(limitOf(party, { adult: 1 }, few)).toBe('unit')
    expect(limitOf(party, { family: 1 }, few)).toBeUndefined()
  })
  test('never passes the seats that are left', () => {
    const party = { units: [adult], maxTravellers: 6, seats: 3 }
    expect(limitOf(party, { adult: 2 }, adult)).toBeUndefined()
    expect(limitOf(party, { adult: 3 }, adult)).toBe('seats')
  })
  test('fits where no limit is set', () => {
    expect(limitOf({ units: [adult], maxTravellers: 0 }, { adult: 90 }, adult)).toBeUndefined()
  })
})

test('somebody has to travel', () => {
  const units = [{ ...adult, min: 0 }, family]
  expect(minCountOf(units, { adult: 1 }, adult)).toBe(1)
  expect(minCountOf(units, { adult: 1, family: 1 }, adult)).toBe(0)
  expect(minCountOf(units, { adult: 1, family: 1 }, { ...adult, min: 2 })).toBe(2)
})

import { describe, expect, test } from 'vitest'
import { countsOf, minCountOf, limitOf, quantitiesOf, travellersOf, type CountedUnit } from './counts'

const adult: CountedUnit = { id: 'adult', type: 'ADULT', paxCount: 1 }
const family: CountedUnit = { id: 'family', type: 'FAMILY', paxCount: 4, max: 2 }

test('quantities include only counts above zero and convert back to counts', () => {
  expect(quantitiesOf({ adult: 2, child: 0 })).toEqual([{ id: 'adult', quantity: 2 }])
  expect(countsOf([{ id: 'adult', quantity: 2 }])).toEqual({ adult: 2 })
})

test('a unit counts as many travellers as it takes seats', () => {
  expect(travellersOf([family, adult], { family: 1, adult: 1 })).toBe(5)
})

describe('a unit that must be accompanied', () => {
  const infant: CountedUnit = { id: 'infant', type: 'INFANT', paxCount: 1, max: 3, accompaniedBy: ['adult', 'senior'] }
  const senior: CountedUnit = { id: 'senior', type: 'SENIOR', paxCount: 1 }
  const units = [adult, senior, infant]
  test('cannot be chosen without an accompanying unit', () => {
    expect(limitOf({ units, maxTravellers: 8 }, {}, infant)).toBe('alone')
    expect(limitOf({ units, maxTravellers: 8 }, { senior: 1 }, infant)).toBeUndefined()
  })
  test('prevents the removal of its last accompanying unit', () => {
    expect(minCountOf(units, { adult: 1, infant: 1 }, adult)).toBe(1)
    expect(minCountOf(units, { adult: 1, senior: 1, infant: 1 }, adult)).toBe(0)
    expect(minCountOf(units, { adult: 1, infant: 1 }, infant)).toBe(0)
  })
})

describe('the limit of a unit', () => {
  test('is reached at the maximum of the booking or of the unit', () => {
    const few = { ...adult, max: 1 }
    const party = { units: [family, few], maxTravellers: 6 }
    expect(limitOf(party, { family: 1 }, family)).toBe('travellers')
    expect(limitOf(party, { adult: 1 }, few)).toBe('unit')
    expect(limitOf(party, { family: 1 }, few)).toBeUndefined()
  })
  test('is reached when no seats are left', () => {
    const party = { units: [adult], maxTravellers: 6, seats: 3 }
    expect(limitOf(party, { adult: 2 }, adult)).toBeUndefined()
    expect(limitOf(party, { adult: 3 }, adult)).toBe('seats')
  })
  test('does not exist if no maximum is set', () => {
    expect(limitOf({ units: [adult], maxTravellers: 0 }, { adult: 90 }, adult)).toBeUndefined()
  })
})

test('the last traveller cannot be removed', () => {
  const units = [{ ...adult, min: 0 }, family]
  expect(minCountOf(units, { adult: 1 }, adult)).toBe(1)
  expect(minCountOf(units, { adult: 1, family: 1 }, adult)).toBe(0)
  expect(minCountOf(units, { adult: 1, family: 1 }, { ...adult, min: 2 })).toBe(2)
})

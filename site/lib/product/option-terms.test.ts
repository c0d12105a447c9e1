import { expect, it } from 'vitest'
import { splitTerms } from './option-terms'
import type { Option, Schedule } from '../payload.gen'

const daily: Schedule = { seasons: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTimes: ['09:00'] }], leadMinutes: 60 }
const free = [{ before: 1440, refund: 100 }]
const option = (id: string, schedule: Schedule, cancellation = free): Option => ({
  id,
  title: id,
  capacity: 8,
  maxTravellers: 8,
  units: [],
  schedule,
  cancellation,
})

it('the only option keeps all its terms', () => {
  expect(splitTerms([option('a', daily)])).toEqual({ shared: {}, own: [{ ...daily, cancellation: free }] })
})

it('all terms are shared if they are equal', () => {
  const { shared, own } = splitTerms([option('a', daily), option('b', structuredClone(daily))])
  expect(shared).toEqual({ ...daily, cancellation: free })
  expect(own).toEqual([{}, {}])
})

it('terms that are not the same in all options stay with each option', () => {
  const closed = { ...daily, closedDays: ['12-02'] }
  const { shared, own } = splitTerms([option('a', daily), option('b', closed, []), option('c', daily)])
  expect(shared).toEqual(daily)
  expect(own).toEqual([{ cancellation: free }, { closedDays: ['12-02'], cancellation: [] }, { cancellation: free }])
})

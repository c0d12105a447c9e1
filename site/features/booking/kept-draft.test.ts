// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { firstDraft, type Draft } from './ticket-draft'
import { remember, searchedDateKey } from '../../lib/browser/storage'
import { forgetDraft, keepDraft, keptDraft, withSearchedDate } from './kept-draft'
import { product } from './ticket.fixture'

const now = Date.parse('2026-11-20T07:15:00Z')
const [shared] = product.options
const draft: Draft = {
  ...firstDraft(product, shared!),
  date: '2026-11-22',
  startTime: '15:30',
  units: { adult: 2, child: 1 },
  extras: { 'quad-bike': 1 },
}

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  test('is kept whole', () => {
    keepDraft(product, draft)
    expect(keptDraft(product, now)).toEqual(draft)
  })
  test('is kept by product, and can be forgotten', () => {
    keepDraft(product, draft)
    expect(keptDraft({ ...product, slug: 'other' }, now)).toBeUndefined()
    forgetDraft(product)
    expect(keptDraft(product, now)).toBeUndefined()
  })
  test('of an option that is gone is dropped', () => {
    keepDraft(product, draft)
    expect(keptDraft({ ...product, options: product.options.slice(1) }, now)).toBeUndefined()
  })
  test('of a day that is past keeps everything else', () => {
    keepDraft(product, draft)
    const later = keptDraft(product, Date.parse('2026-11-23T07:15:00Z'))
    expect(later).toMatchObject({ date: undefined, startTime: undefined, units: { adult: 2, child: 1 } })
  })
  test('with more travellers than there may be now opens afresh', () => {
    keepDraft(product, { ...draft, units: { adult: 9, child: 0 } })
    expect(keptDraft(product, now)?.units).toEqual({ adult: 2, child: 0 })
  })
  test.each(['not json', '[]', '{}', '{"option":7}', '{"option":"shared","units":{"adult":"2"},"day":"soon"}'])(
    'is not made of %s',
    (text) => {
      sessionStorage.setItem('ticket:sunset-dunes', text)
      const kept = keptDraft(product, now)
      if (kept) expect(kept).toMatchObject({ date: undefined, units: { adult: 2, child: 0 } })
    },
  )
})

describe('the day that experiences were searched on', () => {
  const opened = firstDraft(product, shared!)
  test('is the one that a draft opens with', () => {
    remember(searchedDateKey, '2026-11-22')
    expect(withSearchedDate(product, opened, now).date).toBe('2026-11-22')
  })
  test('does not replace one that was chosen', () => {
    remember(searchedDateKey, '2026-11-23')
    expect(withSearchedDate(product, draft, now).date).toBe('2026-11-22')
  })
  test('is left out once it is past, or cannot be read', () => {
    for (const day of ['2026-11-19', 'tomorrow', 7, undefined]) {
      remember(searchedDateKey, day)
      expect(withSearchedDate(product, opened, now)).toEqual(opened)
    }
  })
})

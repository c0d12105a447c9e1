// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { defaultDraft, type Draft } from './ticket-draft'
import { writeJson, searchedDateKey } from '../../lib/browser/storage'
import { clearDraft, saveDraft, loadDraft, withSearchedDate } from './saved-draft'
import { product } from './ticket.fixture'

const now = Date.parse('2026-11-20T07:15:00Z')
const [shared] = product.options
const draft: Draft = {
  ...defaultDraft(product, shared!),
  date: '2026-11-22',
  startTime: '15:30',
  units: { adult: 2, child: 1 },
  extras: { 'quad-bike': 1 },
}

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  test('is kept whole', () => {
    saveDraft(product, draft)
    expect(loadDraft(product, now)).toEqual(draft)
  })
  test('is kept by product, and can be forgotten', () => {
    saveDraft(product, draft)
    expect(loadDraft({ ...product, slug: 'other' }, now)).toBeUndefined()
    clearDraft(product)
    expect(loadDraft(product, now)).toBeUndefined()
  })
  test('of an option that is gone is dropped', () => {
    saveDraft(product, draft)
    expect(loadDraft({ ...product, options: product.options.slice(1) }, now)).toBeUndefined()
  })
  test('of a day that is past keeps everything else', () => {
    saveDraft(product, draft)
    const later = loadDraft(product, Date.parse('2026-11-23T07:15:00Z'))
    expect(later).toMatchObject({ date: undefined, startTime: undefined, units: { adult: 2, child: 1 } })
  })
  test('with more travellers than there may be now opens afresh', () => {
    saveDraft(product, { ...draft, units: { adult: 9, child: 0 } })
    expect(loadDraft(product, now)?.units).toEqual({ adult: 2, child: 0 })
  })
  test.each(['not json', '[]', '{}', '{"option":7}', '{"option":"shared","units":{"adult":"2"},"day":"soon"}'])(
    'is not made of %s',
    (text) => {
      sessionStorage.setItem('ticket:sunset-dunes', text)
      const kept = loadDraft(product, now)
      if (kept) expect(kept).toMatchObject({ date: undefined, units: { adult: 2, child: 0 } })
    },
  )
})

describe('the day that experiences were searched on', () => {
  const opened = defaultDraft(product, shared!)
  test('is the one that a draft opens with', () => {
    writeJson(searchedDateKey, '2026-11-22')
    expect(withSearchedDate(product, opened, now).date).toBe('2026-11-22')
  })
  test('does not replace one that was chosen', () => {
    writeJson(searchedDateKey, '2026-11-23')
    expect(withSearchedDate(product, draft, now).date).toBe('2026-11-22')
  })
  test('is left out once it is past, or cannot be read', () => {
    for (const day of ['2026-11-19', 'tomorrow', 7, undefined]) {
      writeJson(searchedDateKey, day)
      expect(withSearchedDate(product, opened, now)).toEqual(opened)
    }
  })
})

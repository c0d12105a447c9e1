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

describe('a saved draft', () => {
  test('is loaded as it was saved', () => {
    saveDraft(product, draft)
    expect(loadDraft(product, now)).toEqual(draft)
  })
  test('belongs to one product and can be cleared', () => {
    saveDraft(product, draft)
    expect(loadDraft({ ...product, slug: 'other' }, now)).toBeUndefined()
    clearDraft(product)
    expect(loadDraft(product, now)).toBeUndefined()
  })
  test('is dropped if its option no longer exists', () => {
    saveDraft(product, draft)
    expect(loadDraft({ ...product, options: product.options.slice(1) }, now)).toBeUndefined()
  })
  test('loses its date and start time, and nothing else, if the date is past', () => {
    saveDraft(product, draft)
    const later = loadDraft(product, Date.parse('2026-11-23T07:15:00Z'))
    expect(later).toMatchObject({ date: undefined, startTime: undefined, units: { adult: 2, child: 1 } })
  })
  test('gets the default travellers if it has more than the option allows', () => {
    saveDraft(product, { ...draft, units: { adult: 9, child: 0 } })
    expect(loadDraft(product, now)?.units).toEqual({ adult: 2, child: 0 })
  })
  test.each(['not json', '[]', '{}', '{"option":7}', '{"option":"shared","units":{"adult":"2"},"day":"soon"}'])(
    'is dropped or has default values if the stored text is %s',
    (text) => {
      sessionStorage.setItem('ticket:sunset-dunes', text)
      const loaded = loadDraft(product, now)
      if (loaded) expect(loaded).toMatchObject({ date: undefined, units: { adult: 2, child: 0 } })
    },
  )
})

describe('the date of the last search', () => {
  const newDraft = defaultDraft(product, shared!)
  test('becomes the date of a new draft', () => {
    writeJson(searchedDateKey, '2026-11-22')
    expect(withSearchedDate(product, newDraft, now).date).toBe('2026-11-22')
  })
  test('does not replace a chosen date', () => {
    writeJson(searchedDateKey, '2026-11-23')
    expect(withSearchedDate(product, draft, now).date).toBe('2026-11-22')
  })
  test('is ignored if it is past or invalid', () => {
    for (const day of ['2026-11-19', 'tomorrow', 7, undefined]) {
      writeJson(searchedDateKey, day)
      expect(withSearchedDate(product, newDraft, now)).toEqual(newDraft)
    }
  })
})

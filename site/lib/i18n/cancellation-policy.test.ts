import { beforeEach, describe, expect, it } from 'vitest'
import { policyLines } from './cancellation-policy'
import { setArabicSite, setEnglishSite } from '../shell.fixture'

const texts = (...tiers: Parameters<typeof policyLines>[0]) => policyLines(tiers).map(({ text }) => text)
const [day, hour] = [24 * 60, 60]

beforeEach(setEnglishSite)

describe('a cancellation policy', () => {
  it('offers free cancellation up to its deadline and no refund after it', () => {
    expect(texts({ before: 2 * day, refund: 100 })).toEqual([
      'Free cancellation up to 2 days before the start',
      'Cancelling less than 2 days before: no refund',
    ])
    expect(texts({ before: 0, refund: 100 })).toEqual(['Free cancellation up to the start'])
  })

  it('is non-refundable if it has no refund', () => expect(texts()).toEqual(['Non-refundable']))

  it('states the penalty below a number of days, hours or minutes, whatever the order of its tiers', () => {
    const tiers = [
      { before: 30, refund: 10 },
      { before: 2 * day, refund: 100 },
      { before: 5 * hour, refund: 50 },
    ]
    expect(texts(...tiers)).toEqual([
      'Free cancellation up to 2 days before the start',
      'Cancelling less than 2 days before: a penalty of 50%',
      'Cancelling less than 5 hours before: a penalty of 90%',
      'Cancelling less than 30 minutes before: no refund',
    ])
  })

  it('states the refunded percentage if there is no full refund', () => {
    expect(texts({ before: day, refund: 40 })[0]).toBe('40% back if you cancel at least 24 hours before the start')
  })

  it('is in Arabic on Arabic pages', () => {
    setArabicSite()
    expect(texts()).toEqual(['غير قابل للاسترداد'])
  })
})

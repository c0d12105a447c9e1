import { beforeEach, describe, expect, it } from 'vitest'
import { deadlineLines } from './cancellation-deadlines'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'

const dubai = { timeZone: 'Asia/Dubai', name: 'Dubai' }
const steps = [
  { percent: 100, until: '2026-11-27T11:00:00Z' },
  { percent: 50, until: '2026-11-28T05:30:00Z' },
]
const at = (now: string) => (line: Parameters<typeof deadlineLines>[0]) =>
  deadlineLines(line, dubai, Date.parse(now)).map(({ text }) => text)
const before = at('2026-11-20T00:00:00Z')

beforeEach(setEnglishSite)

describe('cancellation terms', () => {
  it('show deadlines in the time zone of the destination, and name it if it differs', () => {
    expect(before({ steps })).toEqual([
      'Free cancellation until Fri 27 Nov, 15:00 (Dubai time)',
      '50% back until Sat 28 Nov, 09:30 (Dubai time)',
      'Not refundable after that',
    ])
    const london = deadlineLines({ steps }, { timeZone: 'UTC', name: 'London' }, 0)
    expect(london[0]?.text).toBe('Free cancellation until Fri 27 Nov, 11:00')
  })

  it('leave out deadlines that have passed', () => {
    expect(at('2026-11-27T11:00:01Z')({ steps })).toEqual([
      '50% back until Sat 28 Nov, 09:30 (Dubai time)',
      'Not refundable after that',
    ])
    expect(at('2026-11-29T00:00:00Z')({ steps })).toEqual(['Not refundable'])
    expect(before({ steps: [] })).toEqual(['Not refundable'])
  })

  it('say whether cancellation is free until the confirmation or the payment', () => {
    expect(before({ freeUntil: 'confirmation', steps: [] })[0]).toBe(
      'Free cancellation until your booking is confirmed',
    )
    expect(before({ freeUntil: 'payment', steps: [] })[0]).toBe('No charge if you cancel before you pay')
  })

  it('are in Arabic on Arabic pages', () => {
    setArabicSite()
    expect(deadlineLines({ steps }, { timeZone: 'Asia/Dubai', name: 'دبي' }, 0)[0]?.text).toBe(
      'إلغاء مجاني حتى الجمعة 27 نوفمبر، 3:00 م (بتوقيت دبي)',
    )
  })
})

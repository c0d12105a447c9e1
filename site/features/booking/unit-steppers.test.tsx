import { expect, it } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { UnitSteppers } from './unit-steppers'

const adult = { id: 'adult', type: 'ADULT' as const, paxCount: 1 }

/** The text below the units of an option that takes so many travellers. */
function limitTold(maxTravellers: number, adults: number, seats?: number): string | undefined {
  const html = renderHtml(
    <UnitSteppers
      units={[adult]}
      counts={{ adult: adults }}
      maxTravellers={maxTravellers}
      seats={seats}
      remaining={seats}
      noteOf={() => null}
      onChange={() => {}}
    />,
  )
  return /party-limit[^>]*>(?:<b>)?([^<]*)/.exec(html)?.[1]
}

it('the limit of an item is shown before it is reached, and when it is', () => {
  setEnglishSite()
  expect(limitTold(8, 2)).toBe('Max. 8 travellers per booking')
  expect(limitTold(1, 0)).toBe('Max. 1 traveller per booking')
  expect(limitTold(8, 8)).toBe('Up to 8 travellers')
  expect(limitTold(8, 3, 3)).toBe('3 left')
  expect(limitTold(0, 2)).toBe('')
  setArabicSite()
  expect(limitTold(8, 2)).toBe('حتى 8 مسافرين في الحجز الواحد')
})

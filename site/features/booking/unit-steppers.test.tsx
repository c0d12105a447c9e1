import { expect, it } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { UnitSteppers } from './unit-steppers'

const adult = { id: 'adult', type: 'ADULT' as const, paxCount: 1 }

/** Returns the text about the limit, below the units of an option. */
function limitText(maxTravellers: number, adults: number, seats?: number): string | undefined {
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

it('the maximum number of travellers is shown before and when it is reached', () => {
  setEnglishSite()
  expect(limitText(8, 2)).toBe('Max. 8 travellers per booking')
  expect(limitText(1, 0)).toBe('Max. 1 traveller per booking')
  expect(limitText(8, 8)).toBe('Up to 8 travellers')
  expect(limitText(8, 3, 3)).toBe('3 left')
  expect(limitText(0, 2)).toBe('')
  setArabicSite()
  expect(limitText(8, 2)).toBe('حتى 8 مسافرين في الحجز الواحد')
})

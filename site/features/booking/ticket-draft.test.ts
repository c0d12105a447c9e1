import { describe, expect, test } from 'vitest'
import { choiceOf, defaultDraft, chosenExtras, withOption, type Draft } from './ticket-draft'
import { product } from './ticket.fixture'

const [shared, own] = product.options
const draft = (more: Partial<Draft> = {}): Draft => ({ ...defaultDraft(product, shared!), ...more })

describe('the choice of a draft', () => {
  test('contains only units and extras with a count above zero', () => {
    expect(choiceOf(product, draft({ extras: { 'quad-bike': 0 } }), '2026-11-20', '15:30')).toEqual({
      product: 'sunset-dunes',
      option: 'shared',
      date: '2026-11-20',
      startTime: '15:30',
      units: [{ id: 'adult', quantity: 2 }],
      extras: [],
    })
  })
  test('has a length only if a unit is priced by night', () => {
    const tents = {
      ...product,
      minimumDuration: { nights: 1 },
      options: [{ ...shared!, units: [{ ...shared!.units[0]!, pricedBy: 'NIGHT' as const }] }],
    }
    const stay = { ...defaultDraft(tents, tents.options[0]!), length: 3 }
    expect(choiceOf(tents, stay, '2026-11-20').length).toBe(3)
    expect(choiceOf(product, draft({ length: 3 }), '2026-11-20').length).toBeUndefined()
  })
})

describe('a change to another option', () => {
  test('keeps the date and the travellers if the option has room for them', () => {
    const bigger = { ...shared!, id: 'bigger', maxTravellers: 8 }
    const next = withOption(product, draft({ date: '2026-11-21', units: { adult: 3, child: 1 } }), bigger)
    expect(next.date).toBe('2026-11-21')
    expect(next.units).toEqual({ adult: 3, child: 1 })
  })
  test('resets the units if the option has other units', () => {
    expect(withOption(product, draft(), own!).units).toEqual({ car: 1 })
  })
  test('resets the travellers if there are too many for the option', () => {
    const small = { ...shared!, id: 'small', maxTravellers: 2 }
    expect(withOption(product, draft({ units: { adult: 4 } }), small).units).toEqual({ adult: 2, child: 0 })
  })
})

test('the count of an extra is limited to the number of travellers', () => {
  expect(chosenExtras(product, draft({ extras: { 'quad-bike': 4 } }))).toEqual({ 'quad-bike': 2 })
})

import { describe, expect, it } from 'vitest'
import { translator } from './i18n'

const messages = {
  error: { unknown: 'Some thing went wrong', retry: 'Try Again' },
  cart: { items_one: '{{count}} item', items_other: '{{count}} items', itemsLeft: 'left', title: 'Cart' },
}
const loose = (t: unknown) => t as (key: string, values?: Record<string, unknown>) => string

describe('translator', () => {
  it('inserts arguments and chooses plural forms', () => {
    const t = loose(translator('en', messages))
    expect(t('cart.items', { count: 1 })).toBe('1 item')
    expect(t('cart.items', { count: 5 })).toBe('5 items')
  })

  it('chooses among the six plural forms of Arabic', () => {
    const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' }
    const days = Object.fromEntries(Object.entries(forms).map(([form, text]) => [`days_${form}`, text]))
    const t = loose(translator('ar', { days: 'unused', ...days }))
    expect([0, 1, 2, 3, 11, 100].map((count) => t('days', { count })).join('')).toBe('zotfmx')
  })

  it('caches texts by key and arguments', () => {
    const t = loose(translator('en', { a: '{{x}}-{{y}}' }))
    expect(t('a', { x: 1, y: 2 })).toBe('1-2')
    expect(t('a', { x: 1, y: 2 })).toBe('1-2')
    expect(t('a', { x: 2, y: 1 })).toBe('2-1')
    expect(t('a', { x: 1 })).not.toBe(t('a', { y: 1 }))
  })

  it('does not escape arguments', () => {
    expect(loose(translator('en', { a: 'by {{who}}' }))('a', { who: '<b>' })).toBe('by <b>')
  })

  it('throws if a message is missing', () => {
    expect(() => loose(translator('en', messages))('cart.nothing')).toThrow('no message "cart.nothing"')
  })
})

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseCurrency, toShownCurrency, currency, forgetCurrency, chargedCurrency, shownCurrencies } from './currency'
import { formatPrice, priceOf } from './price'
import { setArabicSite, setEnglishSite } from '../shell.fixture'

const plain = (text = '') => text.replaceAll('\u00a0', ' ').replaceAll(/[\u200e\u200f]/g, '')
const choose = (code: string) => {
  document.cookie = `currency=${code}; Path=/`
  forgetCurrency()
}

beforeEach(setEnglishSite)
afterEach(() => choose(''))

describe('an amount in another currency', () => {
  it('stays unchanged without an exchange rate', () => {
    const money = { amount: 100, currency: 'SEK', exponent: 2 }
    expect(toShownCurrency(money)).toBe(money)
  })
})

describe('the shown currency', () => {
  it('is the default until a visitor chooses another', () => {
    expect([currency(), chargedCurrency(), shownCurrencies()]).toEqual(['AED', 'AED', ['AED', 'USD', 'EUR', 'OMR']])
    chooseCurrency('EUR')
    expect(document.cookie).toContain('currency=EUR')
    expect([currency(), chargedCurrency()]).toEqual(['EUR', 'AED'])
    chooseCurrency('USD')
    expect([currency(), chargedCurrency()]).toEqual(['USD', 'USD'])
  })

  it.each(['XXX', 'eur', 'SEK', '<b>'])('is the default if the cookie has the value %s', (code) => {
    choose(code)
    expect(currency()).toBe('AED')
  })

  it('is read again after another tab changes the cookie', () => {
    expect(currency()).toBe('AED')
    choose('EUR')
    expect(currency()).toBe('EUR')
  })
})

describe('a price', () => {
  const money = { amount: 39500, currency: 'AED', exponent: 2 }

  it('is exact in its own currency', () => {
    expect(priceOf(money)).toEqual({ text: expect.any(String) as string })
    expect(plain(formatPrice(money))).toBe('AED 395')
  })

  it('is approximate in another currency, beside the exact amount', () => {
    chooseCurrency('EUR')
    const { text, unconverted } = priceOf(money)
    expect([plain(text), plain(unconverted), plain(formatPrice(money))]).toEqual(['€92.86', 'AED 395', 'about €92.86'])
  })

  it('has the decimals of its currency in Arabic', () => {
    setArabicSite()
    chooseCurrency('OMR')
    expect(plain(priceOf(money).text)).toBe('41.360 ر.ع.')
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import {
  countryName,
  formatCount,
  formatDate,
  formatDayOfYear,
  formatDeadline,
  formatDuration,
  formatMoney,
  formatRating,
  formatTime,
  formatWeekday,
  languageName,
} from './format'
import en from '../../locales/en.json'
import { setArabicSite, setEnglishSite, shell } from '../shell.fixture'
import { setSite } from '../site'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')

describe('formatting in English', () => {
  beforeEach(setEnglishSite)

  it('leaves out the decimals of a whole amount', () => {
    expect(plain(formatMoney({ amount: 39500, currency: 'AED', exponent: 2 }))).toBe('AED 395')
  })

  it('shows all decimals of the currency otherwise', () => {
    expect(plain(formatMoney({ amount: 39550, currency: 'AED', exponent: 2 }))).toBe('AED 395.50')
    expect(plain(formatMoney({ amount: 29500, currency: 'OMR', exponent: 3 }))).toBe('OMR 29.500')
    expect(plain(formatMoney({ amount: 1200, currency: 'JPY', exponent: 0 }))).toBe('JP¥1,200')
  })

  it('formats dates, weekdays and times', () => {
    expect(formatDate('2026-11-20')).toBe('20 November 2026')
    expect(formatWeekday(0)).toBe('Sunday')
    expect([formatTime('15:30'), formatTime('08:30')]).toEqual(['15:30', '08:30'])
  })

  it('writes the first of a month as the language of the page does', () => {
    const french = { code: 'fr', iso: 'fr-FR', name: 'Français', dir: 'ltr', prefix: '' } as const
    setSite({ ...shell, locale: 'fr', format: 'fr-FR', locales: [french] }, { date: { first: '1er' } })
    expect(formatDate('2026-01-01')).toBe('1er janvier 2026')
    expect([formatDayOfYear('06-01'), formatDayOfYear('06-11')]).toEqual(['1er juin', '11 juin'])
  })

  it('formats durations in nights, days, hours and minutes', () => {
    expect(
      [{ minutes: 360 }, { minutes: 90 }, { minutes: 45 }, { nights: 3 }, { minutes: 2880 }].map(formatDuration),
    ).toEqual(['6 hours', '1 h 30 min', '45 minutes', '3 nights', '2 days'])
  })

  it('formats ratings, counts and the names of languages and countries', () => {
    expect([formatRating(4.66), formatCount(3000), languageName('ar'), countryName('AE')]).toEqual([
      '4.7',
      '3,000',
      'Arabic',
      'United Arab Emirates',
    ])
  })
})

describe('deadlines', () => {
  const other = (code: string, format: string) => () =>
    setSite(
      { ...shell, locale: code, format, locales: [{ code, iso: format, name: code, dir: 'ltr', prefix: '' }] },
      en,
    )

  it.each([
    ['English', setEnglishSite, 'Thu 10 Dec, 10:00'],
    ['Arabic', setArabicSite, 'الخميس 10 ديسمبر، 10:00 ص'],
    ['German', other('de', 'de-DE'), 'Do. 10. Dez., 10:00'],
    ['French', other('fr', 'fr-FR'), 'jeu. 10 déc., 10:00'],
    ['Japanese', other('ja', 'ja-JP'), '12月10日(木), 10:00'],
  ])('have the word order of the language: %s', (_, enter, text) => {
    enter()
    expect(plain(formatDeadline('2026-12-10T06:00:00Z', 'Asia/Dubai'))).toBe(text)
  })
})

describe('formatting in Arabic', () => {
  beforeEach(setArabicSite)

  it('isolates a Latin currency sign from the right-to-left text', () => {
    const dollars = formatMoney({ amount: 1200, currency: 'USD', exponent: 2 })
    expect(plain(dollars)).toBe('12 \u2066US$\u2069')
    expect(plain(formatMoney({ amount: 39500, currency: 'AED', exponent: 2 }))).toBe('395 د.إ.')
  })

  it('uses Latin digits everywhere', () => {
    const texts = [
      formatMoney({ amount: 39550, currency: 'AED', exponent: 2 }),
      formatDate('2026-11-20'),
      formatTime('15:30'),
      formatDuration({ minutes: 660 }),
      formatCount(3000),
    ]
    for (const text of texts) {
      expect(text).toMatch(/[0-9]/)
      expect(text).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/)
    }
  })

  it('does not return cached English names', () => {
    expect(formatWeekday(0)).toBe('الأحد')
    expect(languageName('ar')).toBe('العربية')
  })
})

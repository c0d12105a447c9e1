import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { callingCode, countries, countryOfNumber } from './calling-codes'
import { countryList, findCountries } from './countries'
import { defaultCountry } from './default-country'

describe('calling codes', () => {
  it('equal those of the library that validates phone numbers', () => {
    expect([...countries].sort()).toEqual([...getCountries()].sort())
    for (const country of getCountries())
      expect([country, callingCode(country)]).toEqual([country, getCountryCallingCode(country)])
  })

  it.each([
    ['+971 4 555 0142', 'AE'],
    ['+1 212 555 0100', 'US'],
    ['+44 20 7946 0000', 'GB'],
    ['+968 2412 3456', 'OM'],
    ['04 555 0142', undefined],
    [undefined, undefined],
  ])('map the phone number %s to the country %s', (number, country) => expect(countryOfNumber(number)).toBe(country))
})

describe('the list of countries', () => {
  const found = (search: string) => findCountries(countryList(), search).map(({ code }) => code)

  it('is in the language of the page', () => {
    setEnglishSite()
    expect(countryList().find(({ code }) => code === 'AE')?.name).toBe('United Arab Emirates')
    setArabicSite()
    expect(countryList().find(({ code }) => code === 'AE')?.name).toBe('الإمارات العربية المتحدة')
  })

  it.each(['emirates', '+971', '971', '00971', 'AE', 'UNITED ARAB'])('finds the Emirates by "%s"', (search) => {
    setEnglishSite()
    expect(found(search)[0]).toBe('AE')
  })

  it.each(['الامارات', 'الإمارات', 'امارات', 'Emirates', '+971'])('finds the Emirates in Arabic by "%s"', (search) => {
    setArabicSite()
    expect(found(search)).toContain('AE')
  })

  it.each([
    ['UAE', 'AE'],
    ['u.a.e.', 'AE'],
    ['Emirates', 'AE'],
    ['الامارات', 'AE'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['Britain', 'GB'],
    ['great britain', 'GB'],
    ['England', 'GB'],
    ['بريطانيا', 'GB'],
    ['انجلترا', 'GB'],
    ['US', 'US'],
    ['USA', 'US'],
    ['America', 'US'],
    ['the United States', 'US'],
    ['أمريكا', 'US'],
    ['اميركا', 'US'],
    ['KSA', 'SA'],
    ['saudi', 'SA'],
    ['السعودية', 'SA'],
    ['سعوديه', 'SA'],
    ['Holland', 'NL'],
    ['هولندا', 'NL'],
    ['Turkey', 'TR'],
    ['تركيا', 'TR'],
    ['Ivory Coast', 'CI'],
    ["cote d'ivoire", 'CI'],
    ['Czech Republic', 'CZ'],
    ['korea south', 'KR'],
    ['سلطنة عمان', 'OM'],
    ['عمان', 'OM'],
    ['سورية', 'SY'],
    ['فلسطين', 'PS'],
    ['مصـر', 'EG'],
    ['trinidad and tobago', 'TT'],
    ['st lucia', 'LC'],
  ])('lists, for the search %s, the country %s first in English and Arabic', (search, country) => {
    setEnglishSite()
    expect(found(search)[0]).toBe(country)
    setArabicSite()
    expect(found(search)[0]).toBe(country)
  })

  it('finds nothing for an unknown name', () => {
    setEnglishSite()
    expect(found('atlantis')).toEqual([])
    expect(found('united atlantis')).toEqual([])
  })

  it('lists names that start with the search before names that contain it', () => {
    setEnglishSite()
    const codes = found('om')
    expect(codes.indexOf('OM')).toBeLessThan(codes.indexOf('RO'))
  })
})

describe('the default country of a form', () => {
  const at = (languages: string[], timeZone = 'Asia/Dubai', phone?: string) =>
    defaultCountry({ languages, timeZone, phone })

  it("is the region of the browser's language", () => expect(at(['en-GB', 'en'])).toBe('GB'))
  it('is the United States for American English only in an American time zone', () => {
    expect(at(['en-US', 'en'], 'America/New_York', '+971 4 555 0142')).toBe('US')
    expect(at(['en-US', 'en'], 'Asia/Dubai', '+971 4 555 0142')).toBe('AE')
    expect(at(['en-US', 'ar-SA'], 'Asia/Riyadh')).toBe('SA')
  })
  it("is the country of the deployment's phone number if the browser reports no region", () =>
    expect(at(['ar'], 'Asia/Muscat', '+968 2412 3456')).toBe('OM'))
})

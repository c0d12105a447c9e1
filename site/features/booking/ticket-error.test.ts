import { beforeEach, describe, expect, test } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import en from '../../locales/en.json'
import type { ProblemCode } from '../http/api'
import { ticketErrorOf } from './ticket-error'
import { product } from './ticket.fixture'

const option = product.options[0]!
const invalid = (name: string, code: 'required' | 'format' | 'min' | 'max' | 'unknown' | 'closed' | 'accompanied') =>
  ticketErrorOf({ status: 422, code: 'invalid', fields: [{ name, code }] }, option)

beforeEach(setEnglishSite)

describe('an error of the booking form', () => {
  test('appears beside the start times if the seats are sold out', () => {
    expect(ticketErrorOf({ status: 409, code: 'sold_out' }, option)).toEqual({
      part: 'times',
      text: en.problem.sold_out,
    })
  })
  test.each(['cart_full', 'currency_mismatch'] as const)('offers a link to the cart for %s', (code) => {
    expect(ticketErrorOf({ status: 409, code }, option)).toEqual({
      part: 'action',
      text: en.problem[code],
      remedy: 'cart',
    })
  })
  test('says when to try again after too many tries', () => {
    const tooMany = () => ticketErrorOf({ status: 429, code: 'too_many_tries', retryAfter: 2400 }, option)
    expect(tooMany()).toEqual({ part: 'action', text: 'Too many tries. You can try again in 40 minutes.' })
    setArabicSite()
    expect(tooMany().text).toBe('محاولات كثيرة. يمكنك المحاولة مجددًا بعد 40 دقيقة.')
  })
  test.each(['network', 'unavailable', 'internal', 'never_heard_of'])('offers to contact the shop for %s', (code) => {
    expect(ticketErrorOf({ status: 0, code: code as ProblemCode }, option)).toMatchObject({
      part: 'action',
      remedy: 'contact',
    })
  })
  test('offers to reload the page if the product no longer exists', () => {
    expect(ticketErrorOf({ status: 404, code: 'not_found' }, option)).toMatchObject({
      part: 'action',
      remedy: 'reload',
    })
  })
})

describe('an invalid choice', () => {
  test.each([
    ['date', 'closed', 'date', en.ticket.tooLate],
    ['date', 'unknown', 'date', en.ticket.noOption],
    ['startTime', 'closed', 'times', en.ticket.errorTime],
    ['startTime', 'required', 'times', en.ticket.chooseTime],
    ['length', 'min', 'length', en.ticket.errorShort],
    ['length', 'max', 'length', en.ticket.errorLong],
    ['units', 'required', 'units', en.ticket.errorNobody],
    ['units', 'max', 'units', 'Up to 4 travellers'],
    ['units.adult', 'min', 'units', 'Too few: Adult. Add more.'],
    ['units.child', 'max', 'units', 'Too many: Child. Take fewer.'],
    ['extras.quad-bike', 'max', 'extras', en.ticket.errorExtras],
  ] as const)('shows the error %s %s beside the part %s', (name, code, part, text) => {
    expect(invalid(name, code)).toEqual({ part, text })
  })
  test.each(['units.senior', 'extras.lunch', 'option'])('offers to reload the page if %s is unknown', (name) => {
    expect(invalid(name, 'unknown')).toMatchObject({ part: 'action', remedy: 'reload' })
  })
  test('names the units that must accompany a unit', () => {
    expect(invalid('units.child', 'accompanied')).toEqual({
      part: 'units',
      text: 'Child: Only together with an adult.',
    })
    setArabicSite()
    expect(invalid('units.child', 'accompanied').text).toBe('طفل: برفقة شخص بالغ فقط.')
  })
  test('shows its error in Arabic on Arabic pages', () => {
    setArabicSite()
    expect(invalid('units.adult', 'max').text).toBe('العدد أكبر من المسموح: بالغ. قلّل العدد.')
  })
})

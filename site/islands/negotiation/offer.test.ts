import { expect, test } from 'vitest'
import { parseOffer } from './offer'

test.each([
  ['1500', 2, 150_000],
  ['1,500', 2, 150_000],
  [' 12 500.5 ', 2, 1_250_050],
  ['١٬٥٠٠٫٧٥', 2, 150_075],
  ['۱۵۰۰', 2, 150_000],
  ['12.345', 3, 12_345],
  ['1500', 0, 1500],
  ['0.01', 2, 1],
  ['1000000000000', 2, 100_000_000_000_000],
])('the offer %j is read as an amount', (text, exponent, amount) => expect(parseOffer(text, exponent)).toBe(amount))

test.each([
  ['', 2],
  ['0', 2],
  ['0.00', 2],
  ['-5', 2],
  ['12.345', 2],
  ['1.5', 0],
  ['1,50', 2],
  ['15,00,000', 2],
  ['about 500', 2],
  ['1e5', 2],
  ['.5', 2],
  ['10000000000001', 2],
  ['9'.repeat(400), 2],
])('the offer %j is rejected', (text, exponent) => expect(parseOffer(text, exponent)).toBeUndefined())

import { expect, it } from 'vitest'
import table from '../../../internal/core/money/testdata/conversions.json'
import { exchangeMoney, exponentOf } from './exchange'

it.each(table.vectors)('exchangeMoney agrees with the server: $name', ({ amount, from, to, want }) => {
  const money = { amount, currency: from, exponent: exponentOf(from) }
  const rates: Record<string, string> = table.rates
  expect(exchangeMoney(money, to, { baseCurrency: table.own, rates })?.amount ?? null).toBe(want)
})

import { expect, it } from 'vitest'
import { normalizePhone } from './valid-phone'

it.each([
  [
    { phoneCountry: 'AE', phone: '050 123 4567' },
    { phoneCountry: 'AE', phone: '501234567' },
  ],
  [
    { phoneCountry: 'AE', phone: '٠٥٠١٢٣٤٥٦٧' },
    { phoneCountry: 'AE', phone: '501234567' },
  ],
  [
    { phoneCountry: 'SA', phone: '+971501234567' },
    { phoneCountry: 'AE', phone: '501234567' },
  ],
  [{ phoneCountry: 'AE', phone: '050' }, null],
])('normalizePhone converts %o to %o', async (typed, sent) => {
  expect(await normalizePhone(typed)).toEqual(sent)
})

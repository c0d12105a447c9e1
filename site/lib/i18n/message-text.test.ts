import { expect, it } from 'vitest'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { translator } from './i18n'
import { messageText } from './message-text'

it.each([
  ['en', en],
  ['ar', ar],
] as const)('has the plural forms of i18next: %s', (locale, messages) => {
  const t = translator(locale, messages)
  for (let count = 0; count <= 200; count++) {
    expect(messageText(messages, 'booking.inCart', { count, locale })).toBe(t('booking.inCart', { count }))
  }
})

it('returns a message without a count as it is, and the key of one that is missing', () => {
  expect(messageText(en, 'error.retry')).toBe(en.error.retry)
  expect(messageText({}, 'error.retry')).toBe('error.retry')
})

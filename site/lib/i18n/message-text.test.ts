import { expect, it } from 'vitest'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { translator } from './i18n'
import { messageText } from './message-text'

it.each([
  ['en', en],
  ['ar', ar],
] as const)('messageText has the plural forms of i18next: %s', (locale, messages) => {
  const t = translator(locale, messages)
  for (let count = 0; count <= 200; count++) {
    expect(messageText(messages, 'booking.inCart', { count, locale })).toBe(t('booking.inCart', { count }))
  }
})

it('messageText returns a message without a count, and the key if the message is missing', () => {
  expect(messageText(en, 'error.retry')).toBe(en.error.retry)
  expect(messageText({}, 'error.retry')).toBe('error.retry')
})

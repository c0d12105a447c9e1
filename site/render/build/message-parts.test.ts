import { expect, test } from 'vitest'
import { messageParts } from '../../islands/messages.ts'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { messagePartModules } from './message-parts.ts'

const plugin = messagePartModules()
const resolve = plugin.resolveId as (id: string) => string | undefined
const load = (id: string) =>
  (plugin.load as (this: unknown, id: string) => string | undefined).call({ addWatchFile() {} }, resolve(id) ?? id)

test('each part has a module of its messages in each language', () => {
  const finder = (locale: string) =>
    JSON.parse(load(`virtual:message-parts/finder/${locale}`)!.replace('export default ', '')) as typeof en
  expect(finder('en').search.noResults).toBe(en.search.noResults)
  expect(finder('ar').search.noResults).toBe(ar.search.noResults)
  expect(finder('en')).not.toHaveProperty('cart')
})

test('the list names the module of every part and language', () => {
  const list = load('virtual:message-parts')!
  for (const part of Object.keys(messageParts))
    for (const locale of ['ar', 'en']) expect(list).toContain(`import('virtual:message-parts/${part}/${locale}')`)
})

test('other modules are left alone', () => {
  expect([resolve('react'), load('react')]).toEqual([undefined, undefined])
})

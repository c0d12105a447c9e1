import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mounting } from '../../islands/mounting'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { keysIn } from '../../lib/i18n/message-tree'
import { groupModules, keysInSource, keysUsed, messageGroups, modulesFrom } from './message-groups'

const all = keysIn(en)

it('keysInSource finds whole keys and prefixes of keys in a source', () => {
  const source =
    "t('cart.items', { count }); const key = 'dialog.close'; t(`reviews.word${n}`); t('no.such.key'); t('labelled')"
  expect(keysInSource(source, all)).toEqual([
    ...all.filter((key) => ['labelled', 'cart.items', 'dialog.close'].includes(key) || key.startsWith('reviews.word')),
  ])
  expect(keysInSource(source, all).length).toBeGreaterThan(2)
})

it('every island has a group', () => {
  expect(Object.keys(groupModules())).toEqual(expect.arrayContaining(Object.keys(mounting)))
})

it.each(Object.entries(groupModules()))('the modules of %s name each key by at least a prefix', (_, module) => {
  const modules = modulesFrom(module)
  const hidden = modules.filter((file) => /\bt\(\s*`\$\{/.test(readFileSync(file, 'utf8')))
  // Page titles are rendered with the document, not by islands.
  expect(hidden.filter((file) => !file.endsWith('lib/document/page-title.ts'))).toEqual([])
})

it('keysUsed follows static and dynamic imports', () => {
  // The calendar is loaded by the form, which is loaded by the ticket.
  expect(keysUsed('ticket')).toEqual(expect.arrayContaining(['ticket.monthEmpty', 'ticket.loading']))
})

const plugin = messageGroups()
const resolve = plugin.resolveId as (id: string) => string | undefined
const load = (id: string) => (plugin.load as (id: string) => string | undefined)(resolve(id) ?? id)

it('the plugin serves the messages of each group and language as a module', () => {
  const group = (locale: string) =>
    JSON.parse(load(`virtual:messages/listing/${locale}`)!.replace('export default ', '')) as typeof en
  expect(group('en').search.noResults).toBe(en.search.noResults)
  expect(group('ar').search.noResults).toBe(ar.search.noResults)
  expect(group('en')).not.toHaveProperty('cart')
  expect(load('virtual:messages/lazy')).toContain('import("virtual:messages/listing/ar")')
})

it('the plugin ignores other modules', () => {
  expect([resolve('react'), load('react')]).toEqual([undefined, undefined])
})

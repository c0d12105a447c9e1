import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as i18next from 'i18next'
import { expect, it } from 'vitest'
import ar from '../../locales/ar.json'
import { keysIn } from '../../lib/i18n/message-tree'
import { leanI18next } from './lean-i18next'

const installed = join(dirname(createRequire(import.meta.url).resolve('i18next/package.json')), 'dist/esm/i18next.js')
const lean = leanI18next(readFileSync(installed, 'utf8'))

function textsOf({ createInstance }: Pick<typeof i18next, 'createInstance'>): string[] {
  return ['ar', 'fr', 'pt-BR'].flatMap((lng) => {
    const instance = createInstance()
    void instance.init({ lng, resources: { [lng]: { translation: ar } }, initAsync: false, fallbackLng: false })
    const t = instance.t as unknown as (key: string, values: object) => string
    const known = keysIn(ar).flatMap((key) => [0, 1, 2, 3, 11, 100].map((count) => t(key, { count, place: 'دبي' })))
    return [...known, t('missing.text', {}), t('missing.text', { defaultValue: 'none', count: 2 })]
  })
}

it('the lean library returns the same texts as the whole library', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'i18next-')), 'lean.mjs')
  writeFileSync(file, lean)
  const texts = textsOf((await import(/* @vite-ignore */ file)) as typeof i18next)
  expect(texts).toEqual(textsOf(i18next))
  expect(new Set(texts).size).toBeGreaterThan(300)
})

it('the lean library contains no code for loading messages or logging', () => {
  expect(lean).not.toContain('prepareLoading(')
  expect(lean).not.toContain('i18next v27')
})

it('leanI18next throws if the source lacks a class to remove', () => {
  expect(() => leanI18next('class I18n {}\n')).toThrow('i18next has no class Logger')
})

import { expect, test } from 'vitest'
import ar from './ar.json'
import en from './en.json'

type Tree = { [key: string]: string | Tree }
const plural = /_(zero|one|two|few|many|other)$/

function messages(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : messages(value, `${path}${key}.`),
  )
}

const named = (tree: Tree) => new Set(messages(tree).map(([key]) => key.replace(plural, '')))
const counted = (tree: Tree, form: string) =>
  messages(tree).flatMap(([key]) => (key.endsWith(`_${form}`) ? [key.replace(plural, '')] : []))

test('both languages say the same things', () => {
  expect(named(ar)).toEqual(named(en))
})

test('whatever is counted has two forms in English and six in Arabic', () => {
  for (const form of ['one', 'other']) expect(counted(en, form)).toEqual(counted(en, 'other'))
  for (const form of ['zero', 'one', 'two', 'few', 'many']) expect(counted(ar, form)).toEqual(counted(en, 'other'))
})

test('a translation fills in the same values', () => {
  const values = (text: string) => new Set(text.match(/\{\{\w+\}\}/g))
  const english = new Map(messages(en))
  for (const [key, text] of messages(ar)) {
    if (plural.test(key)) continue
    expect([key, values(text)]).toEqual([key, values(english.get(key) ?? '')])
  }
})

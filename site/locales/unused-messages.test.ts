import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from './en.json'

const root = join(import.meta.dirname, '..')
const folders = ['components', 'islands', 'layouts', 'lib', 'pages', 'features', 'render', 'widgets']
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|gen)\./.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)
const text = sources.join('\n')
const literals = new Set([...text.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)*)'/gi)].map(([, key]) => key))
/** The prefixes of keys that are completed at run time: t(`result.stamp.${stamp}`). */
const prefixes = [...text.matchAll(/\bt\(`([a-z][\w.]*)\$\{/gi)].map(([, start = '']) => start)

/** Keys that code builds in another way, with the file that does. */
const usedElsewhere = [
  ...['cart', 'checkout', 'contact', 'faq', 'invoices', 'result', 'search', 'unavailable'].map(
    (kind) => `${kind}.title`,
  ), // lib/document/page-title.ts
]

function keysOf(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [path + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value as object, `${path}${key}.`),
  )
}

test('every message is used', () => {
  const used = (key: string) =>
    literals.has(key) || usedElsewhere.includes(key) || prefixes.some((start) => key.startsWith(start))
  expect(keysOf(en).filter((key) => !used(key))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repository } from './support/build'
import { filesOf } from './support/content-files'

// Tests the script by which the CMS reads and writes files, on all content.

interface Format {
  fromFile(text: string): Record<string, unknown>
  toFile(value: Record<string, unknown>): string
}

const formats: Record<string, Format> = {}
const content = join(repository, 'content')
const texts = [...filesOf(content, '*/*/*.md'), ...filesOf(content, '*/*/*.yaml'), ...filesOf(content, '*/*.yaml')]
const extension = (file: string) => file.replace(/.*\./, '')
const formatOf = (file: string) => {
  const format = formats[extension(file)]
  if (!format) throw new Error(`no format of ${file}`)
  return format
}

beforeAll(async () => {
  const registerCustomFormat = (_: string, of: string, format: Format) => (formats[of] = format)
  Object.assign(globalThis, { CMS: { registerCustomFormat } })
  await import(join(repository, 'internal/content/cms/page/keep-format.gen.js'))
  for (const file of texts) formatOf(file).fromFile(readFileSync(join(content, file), 'utf8'))
})

const copy = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T

test('a file without changed values is written byte for byte', () => {
  expect(texts.length).toBeGreaterThan(350)
  for (const file of texts) {
    const text = readFileSync(join(content, file), 'utf8')
    const format = formatOf(file)
    expect(format.toFile(copy(format.fromFile(text))), file).toBe(text)
  }
})

test('a changed text changes only its own line', () => {
  for (const file of filesOf(content, 'products/*/ar.md').slice(0, 12)) {
    const text = readFileSync(join(content, file), 'utf8')
    const format = formatOf(file)
    for (const words of ['كلمات', 'كلمات: "أخرى" #1', "l'oasis, [x] {y}", '- 12', 'true', '2026']) {
      const value = copy(format.fromFile(text))
      ;(Object.values(value.options as object)[0] as { title: string }).title = words
      const written = format.toFile(value)
      expect(format.fromFile(written), words).toEqual(value)
      const lines = text.split('\n')
      const differing = written.split('\n').filter((line, at) => line !== lines[at])
      expect(differing.length, `${file}: ${differing.join('\n')}`).toBe(1)
    }
  }
})

test('a new key, list item and paragraph change no other line', () => {
  const file = 'products/sunset-dunes-vintage-land-rover/en.md'
  const text = readFileSync(join(content, file), 'utf8')
  const format = formatOf(file)
  const value = copy(format.fromFile(text))
  value.seoTitle = 'Dunes'
  ;(value.highlights as string[]).push('Coffee in the sand')
  value.body = `${value.body as string}\n\nOne more paragraph.`
  const written = format.toFile(value)
  expect(format.fromFile(written)).toEqual(value)
  const before = new Set(text.split('\n'))
  const changed = written.split('\n').filter((line) => !before.has(line))
  expect(changed).toEqual(['  - Coffee in the sand', 'seoTitle: Dunes', 'One more paragraph.'])
})

test('a new file is written as front matter and body, without empty values', () => {
  const value = { title: 'A story: of two', date: '2026-12-02', tags: ['a', 'b'], body: 'Prose.' }
  const written = formatOf('x.md').toFile({ ...value, draft: false, author: '', aliases: [] })
  expect(written).toBe('---\ntitle: "A story: of two"\ndate: 2026-12-02\ntags:\n  - a\n  - b\n---\nProse.\n')
  expect(parse(written.split('---\n')[1] ?? '')).toEqual({ title: value.title, date: value.date, tags: value.tags })
})

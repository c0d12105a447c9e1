import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { program, repository, smallContent } from './support/build'
import { filesOf, readContent, writeContent, type ContentFile } from './support/content-files'
import { additions } from './support/schema-additions'
import { mistakesOf } from './support/schema-mistakes'

// The schemas for editors' programs reject the same mistakes as generate check, where a schema can.

const schemas = new Map<string, { files: string; validate: ValidateFunction }>()
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
const folder = join(repository, 'docs/schema')
for (const file of filesOf(folder, '*.json')) {
  const schema = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { title: string }
  schemas.set(basename(file, '.json'), { files: schema.title, validate: ajv.compile(schema) })
}
const schemaOf = (kind: string) => {
  const found = schemas.get(kind)
  if (!found) throw new Error(`no schema of ${kind}`)
  return found
}

interface Checked {
  diagnostics: { path: string; severity: string; message: string }[]
}

/** Returns the errors that generate check reports of a folder of content, as file: message. */
function mistakesIn(content: string): string[] {
  const { stdout, stderr } = spawnSync(program('generate'), ['check', '--json', '--content', content], {
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return (JSON.parse(stdout) as Checked).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.slice(content.length + 1)}: ${message}`)
}

describe('valid content', () => {
  test.for([...schemas.keys()])('of the kind %s matches its schema', (kind) => {
    const { files, validate } = schemaOf(kind)
    for (const content of [join(repository, 'content'), smallContent]) {
      for (const file of filesOf(content, files)) {
        const { data } = readContent(join(content, file))
        expect(validate(data) || validate.errors, file).toBe(true)
      }
    }
  })

  test('has a schema for every YAML and Markdown file', () => {
    const content = join(repository, 'content')
    const known = new Set([...schemas.values()].flatMap(({ files }) => filesOf(content, files)))
    const all = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(md|yaml)$/.test(file))
    expect(all.filter((file) => !known.has(file))).toEqual([])
    expect(all.length).toBeGreaterThan(400)
  })

  test('has committed schemas that equal those of generate schema', () => {
    const written = join(inject('scratch'), 'schema')
    const settings = execFileSync(program('generate'), ['schema', written], { encoding: 'utf8' })
    for (const kind of schemas.keys())
      expect(readFileSync(join(written, `${kind}.json`), 'utf8')).toBe(
        readFileSync(join(folder, `${kind}.json`), 'utf8'),
      )
    expect(Object.keys((JSON.parse(settings) as Record<string, object>)['yaml.schemas'] ?? {}).length).toBe(17)
  })
})

/** Writes a value at a path of keys and indexes, separated by dots; `\.` is a dot in a key. */
function put(data: unknown, path: string, value: unknown): void {
  const keys = path.split(/(?<!\\)\./).map((key) => key.replace('\\.', '.'))
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, data as Record<string, unknown>)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else holder[last] = value
}

describe('a mistake in content', () => {
  const content = join(inject('scratch'), 'schema-content')

  beforeAll(() => {
    cpSync(smallContent, content, { recursive: true })
    for (const language of ['en', 'ar'])
      cpSync(join(content, `pages/about/${language}.md`), join(content, `pages/our-team/${language}.md`))
    cpSync(join(repository, 'content/texts'), join(content, 'texts'), { recursive: true })
    for (const [file, keys] of Object.entries(additions)) {
      let written: ContentFile = { data: {} }
      try {
        written = readContent(join(content, file))
      } catch {
        // a new file
      }
      writeContent(join(content, file), { ...written, data: { ...(written.data as object), ...keys } })
    }
  })
  afterAll(() => rmSync(content, { recursive: true }))

  test('is tested for every kind, starting from valid content', () => {
    expect(mistakesIn(content)).toEqual([])
    expect(Object.keys(mistakesOf).sort()).toEqual([...schemas.keys()].sort())
    for (const [kind, { file }] of Object.entries(mistakesOf)) {
      const { validate } = schemaOf(kind)
      expect(validate(readContent(join(content, file)).data) || validate.errors, file).toBe(true)
    }
  })

  const table = Object.entries(mistakesOf).flatMap(([kind, { file, mistakes }]) =>
    mistakes.map(([path, value]) => ({ kind, file, path, value, shown: JSON.stringify(value) ?? 'nothing' })),
  )

  test.for(table)(
    'is rejected by the schema and by check: $kind with $shown at $path',
    ({ kind, file, path, value }) => {
      const at = join(content, file)
      const right = readFileSync(at, 'utf8')
      const wrong = readContent(at)
      put(wrong.data, path, value)
      try {
        writeContent(at, wrong)
        expect(schemaOf(kind).validate(readContent(at).data)).toBe(false)
        expect(mistakesIn(content).filter((found) => found.startsWith(`${file}: `))).not.toEqual([])
      } finally {
        writeFileSync(at, right)
      }
    },
  )
})

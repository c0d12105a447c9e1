import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse, stringify } from 'yaml'

/** A file of content as data: YAML, or the front matter of Markdown with its prose. */
export interface ContentFile {
  data: unknown
  prose?: string
}

const front = /^---[ \t]*\n([^]*?)^---[ \t]*(?:\n|$)/m

export function readContent(file: string): ContentFile {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.md')) return { data: parse(text) }
  const found = front.exec(text)
  if (!found) throw new Error(`${file} has no front matter`)
  return { data: parse(found[1] ?? ''), prose: text.slice(found[0].length) }
}

export function writeContent(file: string, { data, prose }: ContentFile): void {
  const yaml = stringify(data)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, prose === undefined ? yaml : `---\n${yaml}---\n${prose}`)
}

/** The files of a kind below a folder of content: `*` is any part of a path without slashes. */
export function filesOf(content: string, pattern: string): string[] {
  const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  return readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => form.test(file))
    .sort()
}

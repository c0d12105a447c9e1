// Reads and writes files of content for a CMS, and leaves all of a file as it was but for what an editor has changed:
// order, brackets, quotation marks, comments and line breaks. The CMS gives a file's new values without saying which
// file they are of, so that the text they came from is found by its values; a text that does not come out with exactly
// the new values is written anew.
import { isMap, isScalar, isSeq, parse, parseDocument, stringify } from 'yaml'

const inFront = /^---[ \t]*\n([^]*?)^---[ \t]*(?:\n|$)/m
const plain = { lineWidth: 0, flowCollectionPadding: false }

/** Makes a format: of Markdown with front matter, or of YAML alone. */
function format(markdown) {
  const seen = []

  function parts(text) {
    if (!markdown) return { start: '', yaml: text, end: '', body: '' }
    const found = inFront.exec(text)
    if (!found) return { start: '---\n', yaml: '', end: '---\n', body: text }
    const start = found[0].slice(0, found[0].indexOf('\n') + 1)
    const yaml = found[1]
    return { start, yaml, end: found[0].slice(start.length + yaml.length), body: text.slice(found[0].length) }
  }

  function read(text) {
    const { yaml, body } = parts(text)
    const data = parse(yaml) ?? {}
    return markdown ? { ...data, body: body.trim() } : data
  }

  /** The text that values came from: the one that has most of them. */
  function origin(value) {
    const wanted = leaves(value)
    let best
    let most = wanted.size / 2
    for (const { text, known } of seen) {
      let same = 0
      for (const [path, leaf] of wanted) if (known.get(path) === leaf) same++
      if (same > most) [best, most] = [text, same]
    }
    return best
  }

  function write(value) {
    const { body = '', ...data } = markdown ? value : { ...value, body: '' }
    const before = origin(value)
    const { start, yaml, end, body: prose } = parts(before ?? '')
    const values = said(markdown ? data : value, before === undefined ? {} : parse(yaml))
    if (before === undefined) return fresh(values, body)
    const written = patch(yaml, values)
    if (written === undefined) return fresh(values, body)
    return start + written + end + (prose.trim() === body.trim() ? prose : prose.replace(prose.trim(), () => body.trim()))
  }

  function fresh(values, body) {
    const yaml = stringify(values, plain)
    return markdown ? `---\n${yaml}---\n${body.trim()}\n` : yaml
  }

  function remember(text) {
    seen.push({ text, known: leaves(read(text)) })
  }

  return {
    fromFile(file) {
      const text = file.replaceAll('\r\n', '\n')
      remember(text)
      return read(text)
    },
    toFile(value) {
      const text = write(value)
      remember(text)
      return text
    },
  }
}

/** Values without those that the CMS adds to keys that are left out: false and nothing mean that already. */
function said(value, before) {
  if (Array.isArray(value)) return value.map((inner, at) => said(inner, before?.[at]))
  if (value === null || typeof value !== 'object') return value
  const known = new Set(Object.keys(before ?? {}))
  const kept = Object.entries(value).filter(([key, inner]) => known.has(key) || !isNothing(inner))
  return Object.fromEntries(kept.map(([key, inner]) => [key, said(inner, before?.[key])]))
}

function isNothing(value) {
  if (Array.isArray(value)) return value.length === 0
  if (value !== null && typeof value === 'object') return Object.values(value).every(isNothing)
  return value === undefined || value === null || value === false || value === ''
}

/** The values at the ends of a tree, by path. */
function leaves(value, path = '', found = new Map()) {
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) leaves(inner, `${path}/${key}`, found)
  else found.set(path, value)
  return found
}

const equal = (a, b) => canonical(a) === canonical(b)

/** JSON without regard to the order of keys. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).filter((key) => value[key] !== undefined)
  return `{${keys.sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}

/** Changes YAML to new values: only the characters of those that differ, or else through its tree. */
function patch(yaml, values) {
  if (equal(parse(yaml) ?? {}, values)) return yaml
  const doc = parseDocument(yaml)
  const edits = []
  if (replacements(doc.contents, values, edits)) {
    let text = yaml
    for (const { from, to, by } of edits.reverse()) text = text.slice(0, from) + by + text.slice(to)
    if (same(text, values)) return text
  }
  merge(doc, [], doc.contents, values)
  const text = doc.toString(plain)
  return same(text, values) ? text : undefined
}

function same(text, values) {
  try {
    return equal(parse(text) ?? {}, values)
  } catch {
    return false
  }
}

/** Lists where scalars differ; false if more than scalars does. */
function replacements(node, value, edits) {
  if (isMap(node)) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
    const keys = new Set(Object.keys(value))
    for (const { key, value: inner } of node.items) {
      if (!keys.delete(String(key.value)) || !replacements(inner, value[key.value], edits)) return false
    }
    return keys.size === 0
  }
  if (isSeq(node)) {
    if (!Array.isArray(value) || value.length !== node.items.length) return false
    return node.items.every((item, at) => replacements(item, value[at], edits))
  }
  if (!isScalar(node) || (value !== null && typeof value === 'object')) return false
  if (node.value === value) return true
  if (typeof value === 'string' && /\n/.test(value + node.source)) return false
  edits.push({ from: node.range[0], to: node.range[1], by: scalar(value, node.type) })
  return true
}

/** A scalar as it stands in brackets too, in the quotation marks that the old one had. */
function scalar(value, type) {
  const [inList] = parseDocument(stringify([value], plain)).contents.items
  if (typeof value === 'string') inList.type = type
  const doc = parseDocument('[x]')
  doc.contents.items = [inList]
  return doc.toString(plain).trim().slice(1, -1)
}

/** Brings a tree to new values, and keeps the nodes that have them. */
function merge(doc, path, node, value) {
  if (isSeq(node) && Array.isArray(value)) {
    while (node.items.length > value.length) node.items.pop()
    value.forEach((inner, at) => merge(doc, [...path, at], node.items[at], inner))
    return
  }
  const map = isMap(node) && value !== null && typeof value === 'object' && !Array.isArray(value)
  if (!map) {
    if (!node || !equal(node.toJSON(), value)) doc.setIn(path, value)
    return
  }
  for (const key of node.items.map((item) => String(item.key.value))) if (!(key in value)) doc.deleteIn([...path, key])
  for (const [key, inner] of Object.entries(value)) merge(doc, [...path, key], node.get(key, true), inner)
}

globalThis.CMS.registerCustomFormat('kept-frontmatter', 'md', format(true))
globalThis.CMS.registerCustomFormat('kept-yaml', 'yaml', format(false))

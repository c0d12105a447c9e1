import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** schema.org's types and properties, in the part of its JSON-LD that the validator reads. */
export interface Vocabulary {
  '@graph': object[]
}

const base = /^interface (\w+)Base extends ([^{]+) \{$/
const leaf = /^export (?:interface|type) (\w+)Leaf\b.*? (?:extends|=) (?:Omit<)?(\w+)Base\b/
const property = /^ {4}"(\w+)"\?: /

/** Reads the vocabulary from the types of schema-dts, which are made of it: an interface for each type. */
export function readVocabulary(): Vocabulary {
  const file = createRequire(import.meta.url).resolve('schema-dts')
  const parents = new Map<string, string[]>()
  const domains = new Map<string, string[]>()
  let type = ''
  for (const line of readFileSync(join(dirname(file), 'schema.d.ts'), 'utf8').split('\n')) {
    const [, name, extended = ''] = base.exec(line) ?? []
    if (name) {
      type = name
      parents.set(
        name,
        [...extended.matchAll(/(\w+)Base/g)].map(([, parent = '']) => parent),
      )
    }
    const [, own, parent = ''] = leaf.exec(line) ?? []
    if (own && !parents.has(own)) parents.set(own, own === parent ? [] : [parent])
    const [, member] = property.exec(line) ?? []
    if (member && type) domains.set(member, [...(domains.get(member) ?? []), type])
    if (line === '}') type = ''
  }
  const id = (name: string) => ({ '@id': `schema:${name}` })
  return {
    '@graph': [
      ...[...parents].map(([name, of]) => ({ '@type': 'rdfs:Class', ...id(name), 'rdfs:subClassOf': of.map(id) })),
      ...[...domains].map(([name, of]) => ({
        '@type': 'rdf:Property',
        ...id(name),
        'schema:domainIncludes': of.map(id),
      })),
    ],
  }
}

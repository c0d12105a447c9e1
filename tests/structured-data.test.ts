import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Validator, { type Issue } from '@adobe/structured-data-validator'
import { describe, expect, it } from 'vitest'
import { storefronts } from './support/storefronts'
import { filesUnder, kinds, pagesOf, rootOf } from './support/tree'
import { readVocabulary } from './support/vocabulary'

interface Node {
  '@type': string | string[]
}

const validator = new Validator(readVocabulary())
const scripts = /<script type="?application\/ld\+json"?>(.*?)<\/script>/g

/** Returns the faults of a document's structured data by Google's rules, and properties that no type of a node has. */
async function issuesOf(html: string): Promise<string[]> {
  const all: string[] = []
  for (const [, json] of html.matchAll(scripts)) {
    const node = JSON.parse(json!) as Node
    const byType: string[][] = []
    for (const type of [node['@type']].flat()) {
      const issues = await validator.validate({ jsonld: { [type]: [{ ...node, '@type': type }] } })
      all.push(...issues.filter(({ severity }) => severity === 'ERROR').map((issue) => issueText(issue)))
      byType.push(issues.filter(({ errorType }) => errorType === 'schemaOrg').map(unknownPropertyText))
    }
    const [first = [], ...others] = byType
    all.push(...first.filter((issue) => others.every((more) => more.includes(issue))))
  }
  return all
}

const at = ({ path }: Issue) =>
  path
    .slice(1)
    .map(({ property }) => `.${property}`)
    .join('')
const issueText = (issue: Issue) => `${issue.path[0]!.type}${at(issue)}: ${issue.issueMessage}`
const unknownPropertyText = (issue: Issue) => `${at(issue)}.${issue.fieldNames.join()} is no property`

describe.each(storefronts)('the build of %s', (deployment) => {
  it('has structured data without errors on every page', async () => {
    const root = rootOf(deployment)
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const file of filesUnder(root).filter((name) => name.endsWith('.html')))
      for (const issue of await issuesOf(readFileSync(join(root, file), 'utf8'))) wrong.push(`${file}: ${issue}`)
    for (const { payload } of pagesOf(deployment)) seen.add(payload.kind)
    expect(wrong).toEqual([])
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([])
  })
})

const product = (changes: object) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': ['Product', 'TouristTrip'],
    name: 'Dunes',
    image: 'https://www.wayfare.example/dunes.webp',
    itinerary: ['Sand'],
    offers: { '@type': 'Offer', price: '1', priceCurrency: 'AED' },
    ...changes,
  })}</script>`

it.each([
  [{}, []],
  [{ offers: undefined }, [/^Product: One of the following/, /^Product: Required attribute "offers"/]],
  [{ offers: { '@type': 'Offer', priceCurrency: 'AED' } }, [/^Product.offers: .*"price" is missing/]],
  [{ meetingPlace: 'Gate' }, [/^.meetingPlace is no property$/]],
  [{ offers: { '@type': 'Offer', price: '1', tier: 1 } }, [/^.offers.tier is no property$/]],
])('the validator reports exactly the errors of a product with %j', async (changes, wanted) => {
  const issues = await issuesOf(product(changes))
  expect(issues).toHaveLength(wanted.length)
  wanted.forEach((words, n) => expect(issues[n]).toMatch(words))
})

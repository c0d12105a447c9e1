import { beforeAll, describe, expect, test } from 'vitest'
import type { Payload } from '../site/lib/payload'
import { readDocuments, type BuiltDocument } from './support/documents'
import { direction, languagesOf, storefronts } from './support/storefronts'
import { pagesOf } from './support/tree'

type Data = Record<string, unknown>

describe.each(storefronts)('the documents of %s', (deployment) => {
  let documents: BuiltDocument[]
  let byPath: Map<string, BuiltDocument>

  beforeAll(async () => {
    documents = await readDocuments(deployment)
    byPath = new Map(documents.map((document) => [document.path, document]))
  })

  test('every document has its language, a title, a description, one heading and alt texts', () => {
    const wrong = documents.filter(({ file, lang, dir, title, description, headings, imagesWithoutAlt }) => {
      const language = languagesOf(deployment).find((code) => file.startsWith(`${code}/`)) ?? 'en'
      const named = /^\S.*\S \| \S|^\S.*\S$/.test(title) && !title.startsWith('|') && description.length >= 20
      const one = headings.length === 1 && headings[0] !== ''
      return !(lang === language && dir === direction[language] && named && one && imagesWithoutAlt.length === 0)
    })
    expect(
      wrong.map(({ file, lang, dir, title, description, headings, imagesWithoutAlt }) => ({
        file,
        lang,
        dir,
        title,
        description,
        headings,
        imagesWithoutAlt,
      })),
    ).toEqual([])
  })

  test('no two indexed pages of a language share a title', () => {
    const titles = documents.filter(({ robots }) => !robots).map(({ title, lang }) => `${lang} ${title}`)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  test('every document has Open Graph data', () => {
    const wanted = ['og:type', 'og:site_name', 'og:title', 'og:description', 'og:url', 'og:locale']
    const wrong = documents.filter(({ openGraph }) => wanted.some((property) => !openGraph[property]))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('every indexed page has the structured data that its kind requires', () => {
    const wrong = pagesOf(deployment).flatMap(({ path, payload }) => {
      if (payload.noIndex) return []
      const data = (byPath.get(path)?.jsonLd ?? []).map((text) => JSON.parse(text) as Data)
      return requiredProperties(payload).flatMap(({ type, properties }) => {
        const found = data.find((one) => [one['@type']].flat().includes(type))
        if (!found) return [`${path} has no ${type}`]
        return properties
          .filter((property) => isMissing(found, property))
          .map((property) => `${path}: ${type} has no ${property}`)
      })
    })
    expect(wrong).toEqual([])
  })

  test('the structured data of a product has its price, availability and rating', () => {
    for (const { path, payload } of pagesOf(deployment)) {
      if (payload.kind !== 'product') continue
      const texts = byPath.get(path)?.jsonLd ?? []
      expect(texts.join(), path).toContain('TouristTrip')
      const product = texts
        .map((text) => JSON.parse(text) as Data)
        .find((one) => [one['@type']].flat().includes('TouristTrip'))
      const { price, rating, status } = payload.product
      const offer = product?.offers as Data | undefined
      if (price) {
        expect(Number(offer?.lowPrice ?? offer?.price), path).toBeCloseTo(price.amount / 10 ** price.exponent, 5)
        expect(offer?.priceCurrency, path).toBe(price.currency)
        expect(String(offer?.availability).endsWith('/InStock'), path).toBe(status === 'AVAILABLE')
      } else {
        expect(offer, path).toBeUndefined()
      }
      const aggregate = product?.aggregateRating as Data | undefined
      expect(aggregate?.ratingValue, path).toBe(price && rating?.average)
      expect(aggregate?.reviewCount, path).toBe(price && rating?.count)
    }
  })
})

interface RequiredProperties {
  type: string
  properties: string[]
}

const trail: RequiredProperties = {
  type: 'BreadcrumbList',
  properties: ['itemListElement.0.name', 'itemListElement.0.item'],
}

/** Returns the structured data that search engines require of a kind of page. */
function requiredProperties(payload: Payload): RequiredProperties[] {
  switch (payload.kind) {
    case 'home':
      return [
        { type: 'Organization', properties: ['name', 'url'] },
        { type: 'WebSite', properties: ['name', 'url'] },
      ]
    case 'listing':
    case 'blog':
      return [trail]
    case 'product':
      return [{ type: 'TouristTrip', properties: ['name', 'description', 'image.0', 'url'] }, trail]
    case 'post':
      return [
        { type: 'BlogPosting', properties: ['headline', 'datePublished', 'dateModified', 'author.name', 'image'] },
        trail,
      ]
    case 'faq':
      return [{ type: 'FAQPage', properties: ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text'] }]
    default:
      return []
  }
}

function isMissing(data: Data, property: string): boolean {
  let at: unknown = data
  for (const step of property.split('.')) at = (at as Data | undefined)?.[step]
  return at === undefined || at === ''
}

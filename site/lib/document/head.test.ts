import { beforeEach, describe, expect, it } from 'vitest'
import { headOf } from './head'
import type { Payload } from '../payload'
import type { ProductDetail } from '../payload.gen'
import { setArabicSite, setEnglishSite } from '../shell.fixture'

const detail: ProductDetail = {
  summary: 'Dunes',
  overview: '',
  images: [{ src: '/media/a.webp', width: 4, height: 3, alt: 'A' }],
  status: 'AVAILABLE',
  availabilityType: 'START_TIME',
  pricingPer: 'UNIT',
  currency: 'OMR',
  currencyExponent: 3,
  price: { amount: 29500, currency: 'OMR', exponent: 3, per: 'PERSON' },
  duration: { minutes: 360 },
  timeZone: 'Asia/Muscat',
  location: { place: 'Muscat', latitude: 23, longitude: 58 },
  supplier: { id: 'bahla-trails', name: 'Bahla Trails', confirmation: 'instant' },
  options: [],
  rating: { average: 4.5, count: 8 },
}
const product = (changes: object = {}): Payload => ({
  kind: 'product',
  locale: 'en',
  path: '/things-to-do-in-muscat/dunes',
  title: 'Sunset dunes',
  description: 'd',
  slug: 'dunes',
  city: { id: 'muscat', name: 'Muscat' },
  categories: [],
  product: detail,
  related: [],
  ...changes,
})
const jsonLdOf = (payload: Payload) => JSON.parse(JSON.stringify(headOf(payload).jsonLd)) as Record<string, never>[]

beforeEach(setEnglishSite)

describe('headOf', () => {
  it('adds the name of the deployment to titles that do not contain it', () => {
    expect(headOf(product()).title).toBe('Sunset dunes | Wayfare')
    expect(headOf(product({ title: 'Wayfare: days out' })).title).toBe('Wayfare: days out')
  })

  it('uses the SEO title of the editors for search engines and previews, not for structured data', () => {
    const head = headOf(product({ seoTitle: 'Dunes at dusk' }))
    expect(head.title).toBe('Dunes at dusk | Wayfare')
    expect(Object.fromEntries(head.openGraph)['og:title']).toBe('Dunes at dusk')
    expect(JSON.stringify(head.jsonLd)).not.toContain('Dunes at dusk')
  })

  it('lists the URL of every language, and that of the default language as x-default', () => {
    expect(headOf(product()).alternates).toEqual([
      { hreflang: 'en', href: 'https://www.wayfare.example/things-to-do-in-muscat/dunes' },
      { hreflang: 'ar', href: 'https://www.wayfare.example/ar/things-to-do-in-muscat/dunes' },
      { hreflang: 'x-default', href: 'https://www.wayfare.example/things-to-do-in-muscat/dunes' },
    ])
  })

  it('lists only the languages in which the page exists', () => {
    expect(headOf(product({ locales: ['ar'] })).alternates.map(({ hreflang, href }) => [hreflang, href])).toEqual([
      ['ar', 'https://www.wayfare.example/ar/things-to-do-in-muscat/dunes'],
      ['x-default', 'https://www.wayfare.example/ar/things-to-do-in-muscat/dunes'],
    ])
  })

  it('has a default title and description if editors wrote none', () => {
    const listing = {
      of: 'city',
      heading: 'Muscat',
      base: '/x',
      number: 2,
      pages: 2,
      total: 1,
      cards: [],
      neighbours: [],
    }
    const head = headOf(product({ ...listing, kind: 'listing', title: '', description: '' }))
    expect(head.title).toBe('Things to do in Muscat, Page 2 | Wayfare')
    expect(head.description).toContain('Muscat')
    const plain = (kind: string, rest = {}) => headOf(product({ kind, title: '', description: '', ...rest })).title
    expect(plain('home')).toBe('Wayfare: Tours and activities')
    expect(plain('not-found')).toBe('Page Not Found | Wayfare')
    expect(plain('result', { outcome: 'on_hold' })).toBe('Your booking | Wayfare')
    for (const kind of ['cart', 'checkout', 'invoices', 'search', 'contact', 'unavailable', 'reset-password']) {
      expect(plain(kind), kind).toMatch(/.+ \| Wayfare/)
    }
  })

  it('adds the page number to the title of later pages, even if editors wrote it', () => {
    const listing = { kind: 'listing', of: 'city', heading: 'Muscat', title: '', seoTitle: 'Muscat by sea' }
    const title = (number: number) => headOf(product({ ...listing, number })).title
    expect(title(1)).toBe('Muscat by sea | Wayfare')
    expect(title(2)).toBe('Muscat by sea, Page 2 | Wayfare')
  })

  it('has the canonical URL in the language of the page', () => {
    setArabicSite()
    expect(headOf(product({ locale: 'ar' })).canonical).toBe(
      'https://www.wayfare.example/ar/things-to-do-in-muscat/dunes',
    )
  })
})

describe('the structured data of a page', () => {
  it('has the price of a product in the decimals of its currency', () => {
    expect(jsonLdOf(product())[0]).toMatchObject({
      '@type': ['Product', 'TouristTrip'],
      offers: { '@type': 'Offer', price: '29.500', priceCurrency: 'OMR', availability: 'https://schema.org/InStock' },
      aggregateRating: { ratingValue: 4.5, reviewCount: 8 },
    })
  })

  it('has the lowest price, an offer for each option, and their shared terms only once', () => {
    const option = (id: string, amount: number) => ({
      ...detail.options[0]!,
      id,
      title: id,
      from: { ...detail.price!, amount },
      schedule: { seasons: [], leadMinutes: id === 'Shared' ? 60 : 300 },
      cancellation: [{ before: 1440, refund: 100 }],
    })
    const two = jsonLdOf(
      product({ product: { ...detail, options: [option('Shared', 29500), option('Private', 90000)] } }),
    )[0]
    expect(two).toMatchObject({
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '29.500',
        offerCount: 2,
        availableAtOrFrom: { '@type': 'Place', name: detail.location.place },
        additionalProperty: { name: 'Cancellation' },
        offers: [
          { name: 'Shared', price: '29.500', priceCurrency: 'OMR', advanceBookingRequirement: { value: 60 } },
          { name: 'Private', price: '90.000', advanceBookingRequirement: { value: 300 } },
        ],
      },
    })
    expect(JSON.stringify(two).match(/additionalProperty|availableAtOrFrom/g)).toHaveLength(2)
  })

  it('has the dates, the lead time and the cancellation terms of an option', () => {
    const offerOf = (changes: object) => {
      const option = { ...detail.options[0]!, title: 'Shared', from: detail.price!, cancellation: [] }
      const options = [{ ...option, ...changes } as typeof option & { schedule: { seasons: [] } }]
      return jsonLdOf(product({ product: { ...detail, options } }))[0]!.offers as unknown as Record<string, unknown>
    }
    const dated = offerOf({
      cancellation: [{ before: 1440, refund: 100 }],
      schedule: {
        seasons: [
          { from: '2027-01-05', to: '2027-03-01', weekdays: [0] },
          { from: '2026-12-01', to: '2026-12-20', weekdays: [0] },
        ],
        leadMinutes: 300,
      },
    })
    expect(dated).toMatchObject({
      url: 'https://www.wayfare.example/things-to-do-in-muscat/dunes',
      availabilityStarts: '2026-12-01',
      availabilityEnds: '2027-03-01',
      priceValidUntil: '2027-03-01',
      advanceBookingRequirement: { value: 300, unitCode: 'MIN' },
      additionalProperty: {
        name: 'Cancellation',
        value: ['Free cancellation up to 24 hours before the start', 'Cancelling less than 24 hours before: no refund'],
      },
    })
    const yearly = offerOf({ schedule: { seasons: [{ from: '10-01', to: '2027-03-01', weekdays: [0] }] } })
    expect(yearly).not.toHaveProperty('priceValidUntil')
    expect(offerOf({ schedule: { seasons: [] } })).not.toHaveProperty('availabilityStarts')
  })

  it('describes a trip without an offer if there is no fixed price', () => {
    const bare = jsonLdOf(product({ product: { ...detail, price: undefined } }))[0]
    expect(bare).toMatchObject({ '@type': 'TouristTrip', name: 'Sunset dunes' })
    expect(bare).not.toHaveProperty('offers')
  })

  it('marks a sold-out product as sold out', () => {
    const soldOut = jsonLdOf(product({ product: { ...detail, status: 'SOLD_OUT', rating: undefined } }))[0]
    expect(soldOut).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
    expect(soldOut).not.toHaveProperty('aggregateRating')
  })

  it('has breadcrumbs from the home page through the city to the product', () => {
    const trail = jsonLdOf(product())[1] as unknown as { itemListElement: { name: string; item: string }[] }
    expect(trail.itemListElement.map(({ name }) => name)).toEqual(['Wayfare', 'Muscat', 'Sunset dunes'])
    expect(trail.itemListElement[1]?.item).toBe('https://www.wayfare.example/things-to-do-in-muscat')
  })

  it('lists every question of the FAQ', () => {
    const entries = [{ id: 'a', question: 'How?', answer: '<p>So.</p>' }]
    const faq = {
      kind: 'faq',
      locale: 'en',
      path: '/faq',
      title: 'FAQ',
      description: '',
      topics: [{ id: 't', title: 'T', entries }],
    }
    expect(jsonLdOf(faq as Payload)[0]).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'How?', acceptedAnswer: { text: '<p>So.</p>' } }],
    })
  })

  it('is absent from personal pages', () => {
    expect(jsonLdOf(product({ noIndex: true }))).toEqual([])
  })
})

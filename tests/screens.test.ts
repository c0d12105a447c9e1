import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { escapeText } from '../site/lib/document/escape'
import * as storefront from './support/storefronts'
import { findPage, pagesOf, rootOf } from './support/tree'

const { languages, languagesOf, layoutOf, listingPath, pathIn, storefronts, messages } = storefront

// Tests the built documents for what the specification requires on its screens, without a browser.

const single = ['/', '/about', '/auth/reset-password', '/blog', '/cart', '/checkout', '/checkout/success'].concat(
  ['/checkout/error', '/checkout/on_hold', '/contact-us', '/faq', '/invoices', '/privacy-policy', '/search'],
  ['/terms-and-conditions'],
)

function documentAt(deployment: storefront.Deployment, path: string): string {
  return readFileSync(join(rootOf(deployment), path, 'index.html'), 'utf8')
}

describe.each(storefronts)('the build of %s', (deployment) => {
  const supplier = layoutOf[deployment].startsWith('supplier-')

  test.for(languagesOf(deployment))('has every route of the specification in %s', (language) => {
    const paths = pagesOf(deployment).flatMap(({ path, payload }) => (payload.locale === language ? [path] : []))
    for (const path of [...single, listingPath[deployment]]) expect(paths).toContain(pathIn(language, path))
    const other = supplier ? '/things-to-do' : '/experiences'
    expect(paths).not.toContain(pathIn(language, other))
    const product = supplier ? '/experiences/' : '/things-to-do-in-[^/]+/'
    const below = (path: string) => new RegExp(`^${pathIn(language, path)}[^/]+$`)
    for (const { path, payload } of pagesOf(deployment)) {
      if (payload.locale !== language) continue
      if (payload.kind === 'product') expect(path).toMatch(below(product))
      if (payload.kind === 'post') expect(path).toMatch(below('/blog/'))
    }
    const { cities, categories } = findPage(deployment, language, 'home')
    for (const { slug, address = slug } of cities)
      expect(paths).toContain(decodeURI(pathIn(language, `/things-to-do-in-${address}`)))
    for (const { slug, address = slug } of categories)
      expect(paths).toContain(decodeURI(pathIn(language, `/${address}`)))
  })

  test.for(languagesOf(deployment))(
    'has a home in %s with experiences, destinations, categories and testimonials',
    (language) => {
      const { home } = messages[language]
      const html = documentAt(deployment, pathIn(language, '/'))
      // A storefront with one destination has no list of destinations.
      const several = findPage(deployment, language, 'home').cities.length > 1
      for (const title of [home.top, home.categories, home.testimonials, ...(several ? [home.destinations] : [])])
        expect(html).toContain(`<h2>${escapeText(title)}</h2>`)
    },
  )

  test('has the layout of its deployment on every page', () => {
    for (const { path, payload } of pagesOf(deployment)) {
      if (payload.kind === 'not-found') continue
      expect(documentAt(deployment, path)).toMatch(
        new RegExp(`^<!DOCTYPE html><html [^>]*layout-${layoutOf[deployment]}`),
      )
    }
  })
})

describe.each(languages)('the documents of the marketplace in %s', (language) => {
  const t = messages[language]

  test('the home shows figures that are no higher than what is on sale', () => {
    const html = documentAt('wayfare', pathIn(language, '/'))
    const options = pagesOf('wayfare').flatMap(({ payload }) =>
      payload.kind === 'product' && payload.locale === language ? [payload.product.options.length] : [],
    )
    const sold = [options.length, options.reduce((sum, more) => sum + more, 0)]
    const claimed = [50, 120]
    for (const [at, figure] of claimed.entries()) {
      expect(html).toContain(t.home.figure.replace('{{value}}', String(figure)))
      expect(sold[at]).toBeGreaterThanOrEqual(figure)
    }
  })

  test('an experience shows its pickup, its drop-off and the questions at checkout', () => {
    const { path, product } = findPage('wayfare', language, 'product', ({ product: { pickup, dropOff } }) =>
      Boolean(
        pickup?.included &&
        pickup.addressRequired &&
        pickup.points?.[0]?.minutesBefore !== undefined &&
        dropOff?.points?.[0]?.time,
      ),
    )
    const html = documentAt('wayfare', pathIn(language, path))
    for (const point of [product.pickup?.points?.[0], product.dropOff?.points?.[0]])
      expect(html).toContain(`<span>${escapeText(point?.name ?? '')}</span><b>`)
    const { pickupPoints, dropOffPoints } = t.product
    for (const word of [t.places.askedAtCheckout, pickupPoints, dropOffPoints]) expect(html).toContain(word)
  })

  test('an experience without start times shows its opening hours and its minimum length', () => {
    const { path } = findPage('wayfare', language, 'product', ({ product }) =>
      Boolean(product.minimumDuration && product.availabilityType === 'OPENING_HOURS'),
    )
    const html = documentAt('wayfare', pathIn(language, path))
    expect(html).toContain(t.facts.opens)
    expect(html).toContain(t.facts.atLeast.replace('{{duration}}', ''))
  })

  test('an experience shows its labels and its occasions', () => {
    const { path, product } = findPage('wayfare', language, 'product', ({ product: { labels, occasions } }) =>
      Boolean(labels?.length && occasions?.length),
    )
    const html = documentAt('wayfare', pathIn(language, path))
    expect(html).toContain(`<dt>${t.product.occasions}</dt>`)
    for (const { name } of [...(product.labels ?? []), ...(product.occasions ?? [])])
      expect(html).toContain(escapeText(name))
  })

  test('an experience has a heading for each of its sections, and its facts', () => {
    const { path } = findPage('wayfare', language, 'product', ({ related, product: { pickup, itinerary, ...all } }) => {
      const lists = [all.highlights, all.includes, itinerary, all.knowBeforeYouGo, all.whatToBring, all.reviews]
      return pickup !== undefined && related.length > 0 && lists.every((list) => list && list.length > 2)
    })
    const html = documentAt('wayfare', pathIn(language, path))
    const { overview, highlights, includes, itinerary, know, bring, location, reviews, related, options } = t.product
    for (const title of [overview, highlights, includes, itinerary, know, bring, location, reviews, related, options])
      expect(html).toContain(`<h2>${escapeText(title)}</h2>`)
    for (const word of [t.ticket.check, t.facts.duration, t.facts.pickup, t.facts.languages, t.ages.label])
      expect(html).toContain(escapeText(word))
  })
})

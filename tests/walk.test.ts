import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findPage } from './support/tree'
import * as storefront from './support/storefronts'
import { isMarked, markDocument, test, hoverUntilPrefetched } from './support/visit'

const { baseUrl, deployments, direction, languageName, languages, origin, pathIn, messages } = storefront

interface Walk {
  page: Page
  deployment: storefront.Deployment
  scripts: boolean
}

/** Expects address, heading, language and canonical URL of a page. */
async function expectArrival({ page, deployment }: Walk, language: storefront.Language, path: string, heading: string) {
  await expect.poll(() => page.url()).toBe(origin(deployment) + pathIn(language, path))
  const h1 = page.getByRole('heading', { level: 1 })
  await expect.poll(() => h1.textContent()).toBe(heading)
  const head = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
  }))
  expect(head).toMatchObject({ lang: language, dir: direction[language] })
  expect(head.canonical?.replace(/\/$/, '')).toBe((baseUrl[deployment] + pathIn(language, path)).replace(/\/$/, ''))
}

/** Follows a link; with scripts the document must stay and the new page be announced. */
async function follow(walk: Walk, link: ReturnType<Page['getByRole']>, arrived: () => Promise<void>) {
  const { page, scripts } = walk
  const before = await page.title()
  if (scripts) {
    await markDocument(page)
    await hoverUntilPrefetched(page, link)
  }
  await link.click()
  await arrived()
  expect(await page.title()).not.toBe(before)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  if (!scripts) return
  expect(await isMarked(page), 'the document has stayed').toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  const announced = page.getByRole('status').filter({ hasText: await page.title() })
  await expect.poll(() => announced.count()).toBe(1)
}

async function walkThrough(walk: Walk, first: storefront.Language) {
  const { page, deployment, scripts } = walk
  const second = languages.find((language) => language !== first) ?? first
  const [city] = findPage(deployment, first, 'home').cities
  if (!city) throw new Error('no city')
  const listing = findPage(deployment, first, 'listing', ({ path }) => path === `/things-to-do-in-${city.slug}`)
  const card = listing.cards.find(({ status }) => status === 'AVAILABLE')
  if (!card) throw new Error('nothing on sale')
  const product = findPage(deployment, second, 'product', ({ slug }) => slug === card.slug)
  const [post] = findPage(deployment, second, 'blog', ({ number }) => number === 1).posts
  if (!post) throw new Error('no post')

  await page.goto(pathIn(first, '/'))
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(first)

  const places = page.getByRole('contentinfo').getByRole('link', { name: city.title, exact: true })
  await follow(walk, places, () => expectArrival(walk, first, listing.path, listing.heading))

  const offer = page.getByRole('main').getByRole('link', { name: card.title }).first()
  await follow(walk, offer, () => expectArrival(walk, first, product.path, card.title))

  await page.getByRole('banner').getByRole('link', { name: languageName[second] }).click()
  await expectArrival(walk, second, product.path, product.title)
  expect(await isMarked(page), 'another language loads a new document').toBe(false)

  const stories = page.getByRole('contentinfo').getByRole('link', { name: messages[second].nav.stories })
  await follow(walk, stories, () => expectArrival(walk, second, '/blog', messages[second].blog.title))

  const story = page.getByRole('main').getByRole('link', { name: post.title }).first()
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await story.scrollIntoViewIfNeeded()
  if (scripts) await hoverUntilPrefetched(page, story)
  const left = await page.evaluate(() => window.scrollY)
  await follow(walk, story, () => expectArrival(walk, second, `/blog/${post.slug}`, post.title))

  await page.goBack()
  await expectArrival(walk, second, '/blog', messages[second].blog.title)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  if (scripts) expect(await isMarked(page), 'Back keeps the document').toBe(true)
}

describe.each(deployments)('%s', (deployment) => {
  describe.each(languages)('a visitor who starts in %s', (language) => {
    // Each walk uses both languages: one starts with scripts in one of them, the other without in the other.
    if ((deployments.indexOf(deployment) + languages.indexOf(language)) % 2 === 0) {
      test('walks from home to a city, an experience, the other language, the blog, a story and back', async ({
        visit,
      }) => {
        await walkThrough({ page: await visit(deployment), deployment, scripts: true }, language)
      })
    } else {
      test('walks from home to a city, an experience, the blog, a story and back without scripts', async ({
        visit,
      }) => {
        const page = await visit(deployment, { javaScriptEnabled: false })
        await walkThrough({ page, deployment, scripts: false }, language)
      })
    }
  })
})

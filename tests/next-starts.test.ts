import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import { waitUntilIdle } from './support/quiet'
import { pathIn, messages, type Deployment, type Language } from './support/storefronts'
import { visibleShifts, recordShifts } from './support/shifts'
import { isMarked, markDocument, test } from './support/visit'

type ProductStarts = components['schemas']['ProductStarts']

const starts = '**/api/v1/starts?*'
/** A departure board and a hotel desk, each with a language and the path of its listing. */
const boards: [Deployment, Language, string][] = [
  ['marsa', 'ar', '/things-to-do'],
  ['corniche-desk', 'en', '/experiences'],
]

const places = (page: Page) => page.locator('#page [data-starts]')
const startsShown = (page: Page) => page.locator('#page [data-status] .starts-now')

/** Returns the heights of the rows by product. */
function heightsOfRows(all: Element[]): Record<string, number | undefined> {
  return Object.fromEntries(all.map((place) => [place.getAttribute('data-starts'), place.closest('li')?.clientHeight]))
}

/** Answers every request with the same starts for each product; `make` gets today's date. */
async function answer(
  page: Page,
  make: (today: string) => Pick<ProductStarts, 'status' | 'starts'> & Partial<ProductStarts>,
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  await page.route(starts, (route) => {
    const slugs = new URL(route.request().url()).searchParams.get('products')?.split(',') ?? []
    const products = slugs.map((product) => ({ product, timeZone: 'UTC', today, ...make(today) }))
    return route.fulfill({ json: { products } })
  })
}

describe.each(boards)('the listing of %s in %s', (deployment, language, listing) => {
  const t = messages[language].starts

  test('shows the next start of each row, fetched in batches, without a layout shift', async ({ visit }) => {
    const page = await visit(deployment)
    const batches: number[] = []
    page.on('request', (request) => {
      const slugs = new URL(request.url()).searchParams.get('products')
      if (request.url().includes('/api/v1/starts')) batches.push(slugs?.split(',').length ?? 0)
    })
    const answered = page.waitForResponse(starts)
    await page.addInitScript(recordShifts)
    await page.goto(pathIn(language, listing))
    const before = await places(page).evaluateAll(heightsOfRows)
    const { products } = (await (await answered).json()) as { products: ProductStarts[] }
    await startsShown(page).first().waitFor()
    expect(products.length).toBeGreaterThan(1)
    expect(Math.max(...batches)).toBeLessThanOrEqual(24)
    expect(await places(page).evaluateAll(heightsOfRows)).toEqual(before)
    expect(await visibleShifts(page)).toEqual([])
  })

  test('shows the day, the start times and the seats that are left', async ({ visit }) => {
    const page = await visit(deployment)
    await answer(page, (date) => ({
      status: 'AVAILABLE',
      starts: [
        { date, startTime: '15:30', startsAt: `${date}T15:30:00Z`, status: 'LIMITED', vacancies: 3 },
        { date, startTime: '18:00', startsAt: `${date}T18:00:00Z`, status: 'AVAILABLE', vacancies: 9 },
      ],
    }))
    await page.goto(pathIn(language, listing))
    const line = {
      en: 'Today\u00a015:30 3 left\u00a0· 18:00',
      ar: 'اليوم\u00a03:30 م بقي 3\u00a0· 6:00 م',
    }[language]
    await expect.poll(() => startsShown(page).first().textContent()).toBe(line)
    expect(await places(page).first().locator('> bdi').first().isVisible(), 'the published times').toBe(false)
  })

  test('shows next starts after a client-side navigation and in a sorted list', async ({ visit }) => {
    const page = await visit(deployment)
    await answer(page, () => ({ status: 'SOLD_OUT', starts: [] }))
    await page.goto(pathIn(language, '/faq'))
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /starts\./.test(name))),
    ).toBe(false)
    await markDocument(page)
    await page
      .locator(`a[href="${pathIn(language, listing)}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(`**${pathIn(language, listing)}`)
    await expect.poll(() => startsShown(page).first().textContent()).toBe(t.soldOut)
    expect(await isMarked(page), 'the document has stayed').toBe(true)
    await page.goto(`${pathIn(language, listing)}?sort=price`)
    const found = page.locator('#page [data-island] [data-status] .starts-now')
    await expect.poll(() => found.first().textContent()).toBe(t.soldOut)
  })

  test('keeps the published times if the API does not answer', async ({ visit }) => {
    const page = await visit(deployment, { expected: /starts|503/ })
    const published = await (async () => {
      const plain = await visit(deployment, { javaScriptEnabled: false })
      await plain.goto(pathIn(language, listing))
      return places(plain).allTextContents()
    })()
    const failed: string[] = []
    await page.route(starts, async (route) => {
      await route.fulfill({ status: 503 })
      failed.push(route.request().url())
    })
    await page.goto(pathIn(language, listing))
    // A failed request is repeated once.
    await expect.poll(() => failed.length - new Set(failed).size).toBeGreaterThan(0)
    await waitUntilIdle(page)
    expect(await startsShown(page).count()).toBe(0)
    expect(await places(page).allTextContents()).toEqual(published)
    expect(await places(page).locator('> bdi').first().isVisible()).toBe(true)
  })
})

test('the marketplace’s layout does not load the script of next starts', async ({ visit }) => {
  const page = await visit('wayfare')
  await page.goto('/things-to-do')
  await waitUntilIdle(page)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((name) => /starts/.test(name))).toEqual([])
})

test('a departure board sorts its rows by their next start', async ({ visit }) => {
  const page = await visit('marsa')
  const answered = page.waitForResponse(starts)
  await page.goto('/')
  const { products } = (await (await answered).json()) as { products: ProductStarts[] }
  await page.locator('[data-sorted]').first().waitFor()
  const rows = page.locator('[data-sorted]').first().locator('[data-starts]')
  const shown = await rows.evaluateAll((all) => all.map((place) => place.getAttribute('data-starts')))
  const whenOf = (slug: string | null) => {
    const { starts: [first] = [], today = '' } = products.find(({ product }) => product === slug) ?? {}
    if (!first) return Infinity
    const hours = first.startTime ?? first.openingHours?.[0]?.from ?? ''
    return Date.parse(`${first.date}T${hours}Z`) - Date.parse(today)
  }
  const times = shown.map(whenOf)
  expect(times.filter(Number.isFinite).length).toBeGreaterThan(1)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('a departure board sorts its rows without a layout shift if the API answers late', async ({ visit }) => {
  const page = await visit('marsa')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(starts, async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(recordShifts)
  await page.goto('/')
  const list = page.locator('[data-timetable]').first()
  const rows = () =>
    list.locator('[data-starts]').evaluateAll((all) => all.map((row) => row.getAttribute('data-starts')))
  const published = await rows()
  await expect.poll(() => list.locator('> li').first().isVisible()).toBe(true)
  release()
  await page.locator('[data-sorted]:not([data-turning])').first().waitFor()
  expect(await rows(), 'the order has changed').not.toEqual(published)
  expect(await visibleShifts(page)).toEqual([])
})

const fiveTimes = ['08:00', '10:30', '13:15', '16:00', '18:45']

function startsAt(date: string, ...times: string[]): ProductStarts['starts'] {
  return times.map((startTime) => ({
    ...{ date, startTime, startsAt: `${date}T${startTime}:00Z`, status: 'AVAILABLE' as const, vacancies: 9 },
  }))
}

/** Returns for each part of a line of starts whether it is shown whole, cut or not at all. */
async function partsOf(line: Locator): Promise<string[]> {
  return line.evaluate((line) => {
    const edge = line.getBoundingClientRect()
    return [...line.querySelectorAll('bdi')].map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const below = top >= edge.bottom - 1
      return below
        ? 'out'
        : left >= edge.left - 1 && right <= edge.right + 1 && bottom <= edge.bottom + 4
          ? 'whole'
          : 'cut'
    })
  })
}

test('a line hides a start time completely if it does not fit, and only then', async ({ visit }) => {
  const page = await visit('corniche-desk', { viewport: { width: 360, height: 780 } })
  await answer(page, (date) => ({ status: 'AVAILABLE', starts: startsAt(date, ...fiveTimes) }))
  await page.goto(pathIn('ar', '/experiences'))
  const line = startsShown(page).first()
  await line.waitFor()
  const visible = await partsOf(line)
  const shown = visible.indexOf('out')
  expect(shown, 'the day and the first start are shown, others are not').toBeGreaterThanOrEqual(2)
  expect(visible).toEqual(visible.map((_, i) => (i < shown ? 'whole' : 'out')))
  const { room, next } = await line.evaluate((line, shown) => {
    const parts = [...line.querySelectorAll('bdi')]
    const last = parts[shown - 1]?.getBoundingClientRect().left ?? 0 // in Arabic a line ends at the left
    const width = parts[shown]?.closest('.starts-more')?.getBoundingClientRect().width ?? 0
    return { room: last - line.getBoundingClientRect().left, next: width }
  }, shown)
  expect(next, 'the first hidden start would not fit').toBeGreaterThan(room)
})

test('a departure board wraps later start times into more lines instead of cutting them', async ({ visit }) => {
  const page = await visit('marsa', { viewport: { width: 360, height: 780 } })
  await answer(page, (date) => ({ status: 'AVAILABLE', starts: startsAt(date, ...fiveTimes.slice(2)), more: 2 }))
  await page.goto(pathIn('ar', '/things-to-do'))
  const line = startsShown(page).first()
  await line.waitFor()
  expect(await line.innerText()).toContain(messages.ar.starts.more_two)
  expect(await partsOf(line)).toEqual(Array(5).fill('whole'))
})

import { expect } from 'vitest'
import { languagesOf, listingPath, pathIn, storefronts } from './support/storefronts'
import { test } from './support/visit'

/** Gives the shop a name of three words, and adds two languages and two pages to its header. */
function fillHeader(): void {
  const name = document.querySelector('.wordmark-name') ?? document.querySelector('.wordmark')
  const more = (selector: string, text: string) => {
    const link = document.querySelector(selector)
    const copy = link?.cloneNode(true) as HTMLElement | undefined
    if (copy) (copy.querySelector('.language-name') ?? copy).textContent = text
    if (copy) link?.after(copy)
  }
  if (name) name.textContent = 'Mediterraneo Golden Walks'
  for (const language of ['Türkçe', 'Deutsch']) more('.header-tools > [hreflang]', language)
  document.querySelector('.header-tools')?.classList.add('many-languages')
  for (const page of ['Balades à pied', 'Notre équipe']) more('.header-nav > a', page)
}

/** Returns the header's elements that overlap the shop's name. */
function elementsOverName(): string[] {
  const boxOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect()
  }
  const name = document.querySelector('.site-header .wordmark')
  if (!name) return ['no name']
  const own = boxOf(name)
  const others = [...document.querySelectorAll('.site-header :is(a, summary, .field, .desk-hours)')]
  return others
    .filter((other) => !name.contains(other) && !other.closest('.menu-panel, .skip-link') && other.checkVisibility())
    .filter((other) => {
      const { left, right, top, bottom } = other.matches('.field') ? other.getBoundingClientRect() : boxOf(other)
      return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1
    })
    .map(({ textContent, className }) => textContent || className)
}

/** Returns how far the page is wider than its window, in pixels. */
const overflowWidth = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** Returns the words of the shop's name that break over two lines. */
function brokenWords(): string[] {
  const text = (document.querySelector('.wordmark-name') ?? document.querySelector('.wordmark'))?.firstChild
  if (!(text instanceof Text)) return ['no name']
  return [...text.data.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : []
  })
}

/** Returns the breadcrumb links that another element covers. */
function coveredBreadcrumbLinks(): (string | null)[] {
  return [...document.querySelectorAll('.breadcrumb a')].flatMap((step) => {
    const { left, right, top, bottom } = step.getBoundingClientRect()
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return at && step.contains(at) ? [] : [step.textContent]
  })
}

test.for(storefronts)(
  'a crowded header of %s covers neither the shop’s name nor the breadcrumb',
  async (deployment, { visit }) => {
    const page = await visit(deployment)
    await page.goto('/')
    const [city = ''] = (await page.locator('a[href*="-in-"]').first().getAttribute('href'))?.match(/^\/[^/]+/) ?? []
    const french = deployment === 'derb-house' ? [`/fr${listingPath[deployment]}`] : []
    for (const path of ['/', listingPath[deployment], city, ...french]) {
      await page.goto(path)
      await page.evaluate(fillHeader)
      for (const currencies of ['with', 'without']) {
        if (currencies === 'without') await page.evaluate(() => document.querySelector('.currency-choice')?.remove())
        for (const width of [360, 390, 430, 460, 700, 1024, 1060, 1100, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const where = `${path} at ${width} ${currencies} a choice of currencies`
          expect(await page.evaluate(elementsOverName), where).toEqual([])
          expect(await page.evaluate(overflowWidth), `sideways, ${where}`).toBe(0)
          expect(await page.evaluate(coveredBreadcrumbLinks), `breadcrumb, ${where}`).toEqual([])
          expect(await page.evaluate(brokenWords), `words of the name, ${where}`).toEqual([])
        }
      }
    }
  },
)

/** Returns how many pixels the question in the header's search field is longer than its room. */
function cutOff(): number {
  const field = document.querySelector<HTMLInputElement>('.site-header .field')
  const context = document.createElement('canvas').getContext('2d')
  if (!field || !context) throw new Error('no search')
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(field, '::placeholder')
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const room = field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
  return Math.max(0, Math.ceil(context.measureText(field.placeholder).width - room))
}

test.for(storefronts)('the header of %s shows the whole question of its search', async (deployment, { visit }) => {
  const page = await visit(deployment)
  for (const language of languagesOf(deployment)) {
    await page.goto(pathIn(language, listingPath[deployment]))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    for (const width of [360, 640, 1024, 1060, 1100, 1119, 1120, 1279, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(cutOff), `${language} at ${width}`).toBe(0)
    }
  }
})

test.for(storefronts)(
  'the header of %s has the account menu of a signed-in visitor at every width',
  async (deployment, { visit }) => {
    const page = await visit(deployment)
    await page.goto('/')
    await page.evaluate(() => {
      document.documentElement.classList.add('signed-in')
    })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.locator('.account-menu').isVisible(), `at ${width} px`).toBe(true)
    }
  },
)

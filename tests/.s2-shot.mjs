import { chromium } from 'playwright-core'
const [,, ...only] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const shots = [
  ['listing', '/things-to-do', null],
  ['filtered', '/things-to-do?rating=4&pickup=1&price=100-900&sort=price', null],
  ['panel', '/things-to-do?rating=4', 'rating'],
  ['price', '/things-to-do', 'price'],
  ['date', '/things-to-do', 'date'],
  ['guides', '/things-to-do?language=ar', 'guides'],
  ['sort', '/things-to-do', 'sort'],
  ['none', '/things-to-do?rating=4.5&price=-1', null],
  ['search', { en: '/search/desert', ar: '/search/صحراء' }, null],
  ['nothing', '/search/xqzzkw', null],
  ['ask', '/search', null],
]
for (const lang of ['en', 'ar']) for (const width of [360, 1440]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: `http://wayfare.localhost:8471` })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(lang, width, m.text()))
  page.on('pageerror', (e) => console.log('ERR', e.message))
  for (const [name, path, tool] of shots) {
    if (only.length && !only.includes(name)) continue
    const p = typeof path === 'string' ? path : path[lang]
    await page.goto((lang === 'ar' ? '/ar' : '') + p, { waitUntil: 'networkidle' })
    if (tool) {
      await page.locator(`[data-replay=filter-${tool}]`).click()
      await page.locator('dialog[open]').waitFor()
      await page.waitForTimeout(tool === 'date' ? 900 : 400)
    }
    await page.evaluate(() => window.scrollTo(0, innerWidth < 500 && document.querySelector('.hero') ? 300 : 0))
    await page.waitForTimeout(200)
    await page.screenshot({ path: `/tmp/s2/shots/${name}-${lang}-${width}.png` })
  }
  await context.close()
}
await browser.close()

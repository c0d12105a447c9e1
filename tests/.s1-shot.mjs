import { chromium } from 'playwright-core'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const only = process.argv[2]
for (const [deployment, host] of [['wayfare', 'wayfare'], ['bahla', 'bahla-trails']])
  for (const [lang, prefix, text] of [['en', '', 'd'], ['ar', '/ar', deployment === 'bahla' ? 'رح' : 'دب']])
    for (const width of [360, 1440])
      for (const [where, path] of [['faq', '/faq'], ['home', '/']]) {
        const name = `${deployment}-${lang}-${width}-${where}`
        if (only && !name.includes(only)) continue
        const page = await (await browser.newContext({ viewport: { width, height: width === 360 ? 740 : 900 }, locale: lang, colorScheme: process.env.SCHEME ?? "light" })).newPage()
        page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
        await page.goto(`http://${host}.localhost:8471${prefix}${path === '/' ? prefix ? '' : '/' : path}`)
        const input = page.locator('[data-search] input:visible').first()
        await input.click()
        await input.fill(text)
        await page.locator('[role=option]').first().waitFor({ timeout: 5000 }).catch((e) => console.log(name, String(e).slice(0, 200)))
        await input.press('ArrowDown')
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/s1-shots/${name}.png` })
        await page.context().close()
      }
await browser.close()

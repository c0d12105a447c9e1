import { chromium } from 'playwright-core'
const [,, out, ...names] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files'] })
const wide = names[0].endsWith('1440')
const p = await b.newPage({ viewport: { width: wide ? 1460 : 370 * names.length, height: 100 } })
const { readFileSync } = await import('node:fs')
await p.setContent('<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:10px">' + names.map((n) => `<img style="width:${wide ? 720 : 360}px" src="data:image/png;base64,${readFileSync(`/tmp/s2/shots/${n}.png`).toString('base64')}">`).join(''))
await p.waitForTimeout(300)
await p.screenshot({ path: out, fullPage: true })
await b.close()

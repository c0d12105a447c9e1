// Measures a page of every kind, language and storefront with Lighthouse, as a mid-range phone on a slow mobile line; fails
// below 95.
// ONLY=layl or ONLY=layl/product measures some; REPORTS=<folder> keeps what Lighthouse says in full.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { runnerImport } from 'vite'

// The tests' own launcher is TypeScript, which Vite's runner imports.
const support = (name) => join(import.meta.dirname, '../../tests/support', name)
const load = async (name) => (await runnerImport(support(name))).module
const { serveContent } = await load('server.ts')
const { languagesOf, storefronts } = await load('storefronts.ts')
const { addressOf, kinds, onePage, pagesOf } = await load('tree.ts')
const { request } = await load('request.ts')

const least = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/** The page for addresses that nothing is at has the status 404, and is measured as any other. */
const settings = { logLevel: 'error', onlyCategories: categories, ignoreStatusCode: true }
/** Pages that ask search engines to stay away, on purpose, and what is not asked of them. */
const notForSearchEngines = ({ noIndex, kind }) => noIndex === true || kind === 'not-found'
const askedOfSearchEngines = ['is-crawlable', 'http-status-code']
/** Of products one that can be booked, of other kinds the first. */
const wanted = ({ kind, product }) => kind !== 'product' || product.status === 'AVAILABLE'

const [onlyDeployment, onlyKind] = (process.env.ONLY ?? '').split('/')

const served = await serveContent()
const origin = (deployment) => `http://${deployment}.localhost:${served.port}`
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
})
let below = 0
let uncrawlable = 0
let measured = 0
try {
  const columns = ['perf', 'a11y', 'best', 'SEO', 'LCP s', 'CLS', 'TBT ms']
  console.log(['storefront'.padEnd(14), 'page'.padEnd(18), ...columns.map((name) => name.padStart(6))].join(' '))
  for (const deployment of storefronts) {
    if (onlyDeployment && onlyDeployment !== deployment) continue
    const has = new Set(pagesOf(deployment, served.builds).map(({ payload }) => payload.kind))
    for (const language of languagesOf(deployment)) {
      for (const kind of kinds) {
        if (!has.has(kind) || (onlyKind && onlyKind !== kind)) continue
        await report(deployment, onePage(deployment, language, kind, wanted, served.builds))
      }
    }
  }
} finally {
  chrome.kill()
  await served.stop()
}
console.log(`\n${measured} pages, ${below} below ${least}.`)
if (uncrawlable > 0) {
  console.log(
    `* ${uncrawlable} pages ask search engines to stay away: ${askedOfSearchEngines.join(' and ')} are not asked of them.`,
  )
}
process.exitCode = below > 0 ? 1 : 0

async function report(deployment, page) {
  const hidden = notForSearchEngines(page)
  const url = origin(deployment) + addressOf(page)
  await warm(deployment, url)
  const lhr = await measure(url, hidden ? askedOfSearchEngines : [])
  const scores = categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100))
  const of = (id) => lhr.audits[id].numericValue ?? NaN
  const times = [
    (of('largest-contentful-paint') / 1000).toFixed(2),
    of('cumulative-layout-shift').toFixed(3),
    of('total-blocking-time').toFixed(0),
  ]
  const name = `${page.locale} ${page.kind}${hidden ? ' *' : ''}`
  console.log(
    [deployment.padEnd(14), name.padEnd(18), ...[...scores, ...times].map((one) => String(one).padStart(6))].join(' '),
  )
  measured++
  if (hidden) uncrawlable++
  if (scores.some((score) => score < least)) {
    below++
    for (const line of losses(lhr, scores)) console.log(`    ${line}`)
  }
  await keep(`${deployment}-${page.locale}-${page.kind}.json`, lhr)
}

/** What Lighthouse finds; where that is too slow, the middle one of three tries, since other programs slow a page down. */
async function measure(url, skipAudits) {
  const tries = []
  const speed = (lhr) => lhr.categories.performance.score
  do {
    tries.push(await loadOnce(url, skipAudits))
  } while (tries.length < 3 && speed(tries[0]) * 100 < least)
  return tries.sort((a, b) => speed(a) - speed(b))[Math.floor(tries.length / 2)]
}

/** Now and then Chromium's trace of a page lacks its beginning: then the page is loaded again. */
async function loadOnce(url, skipAudits) {
  for (let left = 5; ; left--) {
    const { lhr } = await lighthouse(url, { ...settings, port: chrome.port, skipAudits })
    if (!lhr.runtimeError) return lhr
    if (left === 0) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  }
}

/** What costs the categories that are too low their points. */
function losses(lhr, scores) {
  return categories.flatMap((category, at) => {
    if (scores[at] >= least) return []
    return lhr.categories[category].auditRefs.flatMap(({ id, weight }) => {
      const { score, title, displayValue = '' } = lhr.audits[id]
      return weight > 0 && score !== null && score < 0.9 ? [`${category}: ${id}: ${title} ${displayValue}`] : []
    })
  })
}

/** Has the server make the pictures of a page, as those who came before would have. */
async function warm(deployment, url) {
  const html = await answerOf(url)
  for (const picture of new Set(html.match(/\/_ipx\/[^\s"',]+/g))) await answerOf(origin(deployment) + picture)
}

async function answerOf(url) {
  return (await request(url, { accept: 'image/webp,*/*' })).body.toString()
}

async function keep(name, lhr) {
  if (!process.env.REPORTS) return
  await mkdir(process.env.REPORTS, { recursive: true })
  await writeFile(join(process.env.REPORTS, name), JSON.stringify(lhr))
}

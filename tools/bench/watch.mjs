// Opens a page in Chromium, edits its Markdown again and again, and prints for each edit how many milliseconds passed from
// just before the file was written until the new text stood in the document; and, as a control taken in turns with that, how
// many the browser takes to reload the unchanged page. Run by watch.go.
import { readFileSync, writeFileSync } from 'node:fs'
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const [url, file, edits, executablePath] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
})
const page = await browser.newPage()

let shown = () => {}
await page.exposeBinding('editionShown', (_, edition) => shown(edition))
await page.addInitScript(() => {
  // The document is whole then; its scripts are still to run.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return
    const edition = document.body.textContent.match(/Edited: (edition-\d+)\./)
    window.editionShown(edition ? edition[1] : '')
  })
})
await page.goto(url, { waitUntil: 'load' })

/** Waits until an edition is shown. */
function awaiting(edition) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${edition} was never shown`)), 60_000)
    shown = (what) => {
      if (what !== edition) return
      clearTimeout(late)
      resolve()
    }
  })
}

async function timed(edition, act) {
  const seen = awaiting(edition)
  const began = performance.now()
  act()
  await seen
  return performance.now() - began
}

const before = readFileSync(file, 'utf8')
const times = []
const reloads = []
let last = ''
try {
  for (let i = 0; i < Number(edits); i++) {
    await page.waitForLoadState('load')
    await pause(700 + ((i * 977) % 2300))
    reloads.push(await timed(last, () => void page.evaluate(() => location.reload()).catch(() => {})))
    await page.waitForLoadState('load')
    await pause(700)
    last = `edition-${1000 + i}`
    times.push(await timed(last, () => writeFileSync(file, `${before}\nEdited: ${last}.\n`)))
  }
} finally {
  writeFileSync(file, before)
  await browser.close()
}
console.log(JSON.stringify({ times, reloads }))

import type { Server } from 'node:http'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openLocalRepository, Repository, servePage } from './support/cms'

// An editor works in Sveltia CMS with the folder that generate cms writes. Saving changes the edited lines only.

let repository: Repository
let server: Server
let address: string
let browser: Browser
let page: Page

beforeAll(async () => {
  const root = join(inject('scratch'), 'cms')
  mkdirSync(root, { recursive: true })
  repository = new Repository(root)
  ;({ server, address } = await servePage(root))
  browser = await chromium.connect(inject('browser'))
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  await openLocalRepository(page, address, repository)
})

afterAll(async () => {
  await page.close()
  await browser.close()
  server.close()
})

async function open(collection: string, entry: string): Promise<void> {
  await page.goto(`${address}#/collections/${collection}/entries/${entry}`)
  await page.getByRole('button', { name: 'Save' }).waitFor()
}

/** Makes an edit, saves it, and returns the changed lines by git. */
async function changesOf(edit: () => Promise<void>): Promise<string[]> {
  await edit()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => {
      await repository.copyFromBrowser(page)
      return repository.changes()
    })
    .not.toEqual([])
  const changes = repository.changes()
  repository.git('commit', '-qam', 'Edited')
  return changes
}

const product = 'agafay-camel-and-fire-dinner'

test('editing an Arabic title in the CMS changes only its line in the file', async () => {
  const file = `content/products/${product}/ar.md`
  const before = readFileSync(join(repository.root, file), 'utf8').split('\n')[1] ?? ''
  await open('product-texts', product)
  await page.getByText('Arabic', { exact: true }).first().click()
  const title = page
    .getByRole('group', { name: /^“\W*Title/ })
    .first()
    .getByRole('textbox')
    .first()
  const changes = await changesOf(() => title.fill('أكفاي: "جِمال" عند الغروب'))
  expect(changes).toEqual([`--- ${file}`, `+++ ${file}`, `-${before}`, '+title: "أكفاي: \\"جِمال\\" عند الغروب"'])
})

test('editing the weight of a city in the CMS changes only its line in the file', async () => {
  await open('cities-facts', 'dubai/city')
  const weight = page.getByRole('spinbutton', { name: 'Weight' })
  const changes = await changesOf(async () => {
    await weight.fill('7')
    await weight.press('Tab')
  })
  expect(changes).toEqual([
    '--- content/cities/dubai/city.yaml',
    '+++ content/cities/dubai/city.yaml',
    '-weight: 10',
    '+weight: 7',
  ])
})

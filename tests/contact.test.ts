import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signInAs, createAccount } from './support/account'
import { fillMessage, answerTooManyTries, newWriterAddress } from './support/inquiries'
import { runApiCommand, runOperatorCommand } from './support/booking'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { findPage } from './support/tree'
import { alternatingTests } from './support/turns'
import { test, installClock } from './support/visit'

interface Message {
  email: string
  topic: string
  order: string
  language: string
  text: string
}

/** Returns the messages from an address, as the operator lists them. */
async function messagesFrom(email: string, ...flags: string[]): Promise<Message[]> {
  const all = JSON.parse(
    await runOperatorCommand('messages', 'list', '--json', '--limit', '500', ...flags),
  ) as Message[]
  return all.filter((message) => message.email === email)
}

/** Returns how many mails of a kind were sent to an address. */
async function mailCount(kind: string, address: string): Promise<number> {
  const mails = JSON.parse(await runApiCommand(['mail', 'list', '--to', address, '--json'])) as { name: string }[]
  return mails.filter(({ name }) => name.includes(`-${kind}-`)).length
}

async function open(page: Page, language: Language): Promise<void> {
  await page.goto(pathIn(language, '/contact-us'))
  await page.getByRole('button', { name: messages[language].contact.send }).waitFor()
}

describe.each(languages)('the contact form and unavailable products in %s', (language) => {
  const { testInOneLanguage, casesOfLanguage } = alternatingTests(language)
  const t = messages[language]
  const send = (page: Page) => page.getByRole('button', { name: t.contact.send }).click()

  testInOneLanguage('a message reaches the shop, and the visitor gets a confirmation by e-mail', async ({ visit }) => {
    const page = await visit('wayfare')
    const later = await installClock(page)
    const email = newWriterAddress(language)
    await open(page, language)
    await fillMessage(page, language, email, 'Is it cold at night?\nAnd is there tea?')
    await later(20_000)
    await send(page)
    await page.getByRole('heading', { name: t.contact.sent }).waitFor()
    expect(await page.locator('#write').innerText()).toContain(email)
    expect(await messagesFrom(email)).toMatchObject([
      { topic: 'booking', order: 'K7M3Q9XW', language, text: 'Is it cold at night?\nAnd is there tea?' },
    ])
    await expect.poll(() => mailCount('contact_received', email)).toBe(1)
    await page.getByRole('button', { name: t.contact.again }).click()
    expect(await page.locator('[id="contact.text"]').inputValue()).toBe('')
  })

  testInOneLanguage(
    'the form shows each error at its field, and keeps its text after failures and a reload',
    async ({ visit }) => {
      const page = await visit('wayfare', { expected: /429|ERR_FAILED|Failed to load/ })
      const email = newWriterAddress(language)
      await open(page, language)
      await send(page)
      const wrong = page.locator('#write [aria-invalid="true"]')
      expect(await wrong.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
        ...['contact.name', 'contact.email', 'contact.text'],
      ])
      expect(await page.locator('[id="contact.name-error"]').innerText()).toBe(t.form.required)
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contact.name')

      await fillMessage(page, language, 'layla', 'x'.repeat(4001))
      await send(page)
      expect(await page.locator('[id="contact.email-error"]').innerText()).toBe(
        `${t.form.format}\n${t.form.emailExample}`,
      )
      const lineBelow = await page.locator('[id="contact.email-error"]').evaluate((error) => {
        const top = (element: Element | null) => element?.getBoundingClientRect().top ?? 0
        return top(error.querySelector('.block')) - top(error)
      })
      expect(lineBelow, 'the example stands below the error, not beside it').toBeGreaterThan(10)
      expect(await page.locator('[id="contact.text-error"]').innerText()).toBe(t.form.tooLong)
      await page.getByText('4,001 / 4,000').waitFor()

      await fillMessage(page, language, email, 'Is it cold at night?')
      await page.route('**/api/v1/contact', (route) => route.abort('failed'))
      await send(page)
      await page.locator('#write').getByText(t.problem.network).waitFor()
      await page.reload()
      await page.getByRole('button', { name: t.contact.send }).waitFor()
      expect(await page.locator('[id="contact.text"]').inputValue()).toBe('Is it cold at night?')
      expect(await page.locator('[id="contact.email"]').inputValue()).toBe(email)

      await page.unroute('**/api/v1/contact')
      await answerTooManyTries(page, '**/api/v1/contact')
      await send(page)
      await page.getByText(t.problem.too_many_tries.split('{{span}}')[0]?.trim() ?? '').waitFor()
      expect(await page.locator('[id="contact.text"]').inputValue()).toBe('Is it cold at night?')
      expect(await messagesFrom(email)).toEqual([])
    },
  )

  testInOneLanguage('the form has the name and e-mail of a signed-in visitor filled in', async ({ visit }) => {
    const page = await visit('wayfare')
    const account = await createAccount(language)
    await signInAs(page, language, account)
    await open(page, language)
    await expect.poll(() => page.locator('[id="contact.email"]').inputValue()).toBe(account.email)
    expect(await page.locator('[id="contact.name"]').inputValue()).toBe(`${account.firstName} Haddad`)
  })

  testInOneLanguage(
    'the unavailable page lists products on sale, best rated first, and links to the listing',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const payload = findPage('wayfare', language, 'unavailable')
      const ratings = payload.similar.map(({ rating }) => rating?.average ?? 0)
      expect(payload.similar.map(({ status }) => status)).not.toContain('CLOSED')
      expect(payload.similar.map(({ status }) => status)).not.toContain('SOLD_OUT')
      expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
      await page.goto(pathIn(language, '/unavailable'))
      await page.getByRole('heading', { level: 1, name: t.unavailable.title }).waitFor()
      const explore = page.getByRole('main').getByRole('link', { name: t.unavailable.button })
      await explore.click()
      await page.waitForURL(`**${pathIn(language, '/things-to-do')}`)
    },
  )

  const gone = [
    ['CLOSED', 'bahla-trails'],
    ['SOLD_OUT', 'wayfare'],
  ] as const
  test.for(casesOfLanguage(gone))(
    'a %s product of %s lists similar products on sale, and links to its city',
    async ([status, deployment], { visit }) => {
      const page = await visit(deployment)
      const payload = findPage(deployment, language, 'product', ({ product }) => product.status === status)
      expect(payload.related.length).toBeGreaterThan(0)
      for (const card of payload.related) {
        expect(['CLOSED', 'SOLD_OUT']).not.toContain(card.status)
        const kinds = payload.categories.map(({ id }) => id)
        expect(card.city.id === payload.city.id || kinds.includes(card.category.id), card.slug).toBe(true)
      }
      await page.goto(pathIn(language, payload.path))
      await page.getByRole('complementary').getByRole('link', { name: t.booking.similar }).click()
      await page.waitForURL(`**${pathIn(language, `/things-to-do-in-${payload.city.id}`)}`)
    },
  )
})

test('a message with the hidden field filled in looks sent, but is only listed as suspect', async ({ visit }) => {
  const t = messages.en.contact
  const page = await visit('wayfare')
  const later = await installClock(page)
  const email = newWriterAddress('en')
  await open(page, 'en')
  await fillMessage(page, 'en', email, 'Cheap watches')
  await page
    .locator('input[name="website"]')
    .evaluate((field) => ((field as HTMLInputElement).value = 'https://x.example'))
  await later(20_000)
  await page.getByRole('button', { name: t.send }).click()
  await page.getByRole('heading', { name: t.sent }).waitFor()
  expect(await messagesFrom(email)).toEqual([])
  expect(await messagesFrom(email, '--suspect')).toHaveLength(1)
  expect(await mailCount('contact_received', email)).toBe(0)
})

test('the Tab key skips the hidden field', async ({ visit }) => {
  const page = await visit('wayfare')
  await open(page, 'en')
  await page.locator('[id="contact.text"]').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(messages.en.contact.send)
})

test('without scripts the contact page offers chat, e-mail and phone', async ({ visit }) => {
  const page = await visit('wayfare', { javaScriptEnabled: false })
  await page.goto('/contact-us')
  const write = page.locator('#write')
  expect(await write.innerText()).toContain(messages.en.contact.noScript)
  await write.getByRole('link', { name: messages.en.footer.chat }).waitFor()
  expect(await write.locator('a[href^="mailto:"]').count()).toBe(1)
  expect(await write.locator('a[href="tel:+97145550142"]').count()).toBe(1)
})

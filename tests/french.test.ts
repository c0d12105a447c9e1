import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import {
  addToCart,
  awaitResult,
  cards,
  checkOut,
  runApiCommand,
  freshChoice,
  payWith,
  productFor,
} from './support/booking'
import { origin } from './support/storefronts'
import { test } from './support/visit'

// French is a language of content only. It is tested from the pages to the mail and the invoice.

interface Mail {
  subject: string
  text: string
}

test('a visitor reads in French, books, and gets a French mail and invoice', async ({ visit }) => {
  const page = await visit('derb-house', { locale: 'fr-FR' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Français' }).first().click()
  await page.waitForURL(`${origin('derb-house')}/fr`)
  expect(await page.locator('html').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['fr', 'ltr'])
  await page.getByRole('link', { name: 'Cours de tajine dans la cuisine d’un riad' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Cours de tajine dans la cuisine d’un riad' }).waitFor()
  await page.getByRole('button', { name: 'Voir les disponibilités' }).first().waitFor()

  const payload = productFor('derb-house', 'fr', 'instant')
  await addToCart(page, await freshChoice(page, payload, 2))
  const email = 'camille@example.com'
  await checkOut(page, 'fr', email)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await payWith(page, cards.good)
  await awaitResult(page, '/fr/checkout/success', 'C’est réservé')

  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Télécharger la facture' }).first().click()
  const file = join(inject('scratch'), 'facture.pdf')
  await (await downloaded).saveAs(file)
  const invoice = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  for (const words of ['Facture', 'La Maison du Derb', payload.title, 'Total', 'Payé']) expect(invoice).toContain(words)

  const mails = async () =>
    JSON.parse(await runApiCommand(['mail', 'list', '--to', email, '--json'])) as { name: string }[]
  const confirmed = async () => (await mails()).find(({ name }) => name.includes('-order_confirmed-'))?.name
  await expect.poll(confirmed).toBeDefined()
  const mail = JSON.parse(await runApiCommand(['mail', 'show', (await confirmed()) ?? '', '--json'])) as Mail
  expect(mail.subject).toMatch(/^La Maison du Derb : la réservation \w+ est confirmée$/)
  for (const words of [
    'Tout ce que vous avez réservé est confirmé',
    payload.title,
    `${origin('derb-house')}/fr/invoices/`,
  ])
    expect(mail.text).toContain(words)
})

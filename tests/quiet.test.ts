import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { test } from './support/visit'

/** Keeps a document from being read to its end, for longer than a page rests that is quiet, and asks for something then. */
const slow = `
  const busy = (milliseconds) => { for (const end = Date.now() + milliseconds; Date.now() < end; ); }
  busy(1500)
  const ask = new XMLHttpRequest()
  ask.open('GET', '/first', false)
  ask.send()
  busy(100)`
const late = `addEventListener('load', () => setTimeout(() => fetch('/last'), 300))`

const documentWith = (script: string) =>
  `<!doctype html><title>Slow</title><link rel="icon" href="data:,"><script src="${script}"></script>`
const contents: Record<string, string> = {
  '/slow': documentWith('/slow.js'),
  '/slow.js': slow,
  '/late': documentWith('/late.js'),
  '/late.js': late,
}

const given: string[] = []
let server: Server
let baseURL: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request
    void wait(url === '/last' ? 1000 : 0).then(() => {
      given.push(url)
      response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html').end(contents[url])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a page that is slow to read is quiet in the end', async ({ visit }) => {
  const page = await visit('wayfare', { baseURL })
  await page.goto('/slow')
  await waitUntilIdle(page)
  expect(given).toContain('/first')
})

test('a page with a late request is quiet once it has the answer, and not before', async ({ visit }) => {
  const page = await visit('wayfare', { baseURL })
  await page.goto('/late')
  await waitUntilIdle(page)
  expect(given).toContain('/last')
})

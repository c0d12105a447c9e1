import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { test } from './support/visit'

/** Blocks the parser for longer than the time after which a page counts as idle, then sends a request. */
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

const answered: string[] = []
let server: Server
let baseURL: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request
    void wait(url === '/last' ? 1000 : 0).then(() => {
      answered.push(url)
      response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html').end(contents[url])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

test('waitUntilIdle waits for the requests of a document that is slow to parse', async ({ visit }) => {
  const page = await visit('wayfare', { baseURL })
  await page.goto('/slow')
  await waitUntilIdle(page)
  expect(answered).toContain('/first')
})

test('waitUntilIdle waits for the response to a request that follows the load event', async ({ visit }) => {
  const page = await visit('wayfare', { baseURL })
  await page.goto('/late')
  await waitUntilIdle(page)
  expect(answered).toContain('/last')
})

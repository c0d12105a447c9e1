import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, inject } from 'vitest'
import { test } from './support/visit'

const port = inject('port')
const host = `http://localhost:${port}`

/** The scenarios of the MCP conformance suite for all servers; the others call tools of the suite's example server. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'logging-set-level',
  'dns-rebinding-protection',
]

describe('the MCP server', () => {
  test.each(scenarios)('passes the scenario %s of the conformance suite', async (scenario) => {
    const main = join(
      dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
      'dist/index.js',
    )
    const url = `http://localhost:${port}/mcp`
    const { stdout } = await promisify(execFile)(process.execPath, [
      main,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
    ])
    expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/)
  })

  test('lets an assistant find an experience and hand over an Arabic cart with the quoted total', async ({ visit }) => {
    const list = await (await fetch(`${host}/ar/llms.txt`)).text()
    expect(list).toMatch(/^# دروب\n/)
    const client = new Client({ name: 'assistant', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${host}/mcp`)))
    const call = async <T>(name: string, input: object): Promise<T> => {
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
      return result.structuredContent as T
    }
    const { experiences } = await call<{ experiences: { product: string; title: string; from: object }[] }>(
      'search_experiences',
      {
        query: 'عشاء على سفينة',
        language: 'ar',
      },
    )
    const { product } = experiences[0]!
    const about = await call<Experience>('get_experience', { product, language: 'ar' })
    const text = await (await fetch(about.markdownUrl)).text()
    expect(text).toContain(`# ${about.title}`)
    const option = about.options[0]!
    const unit = option.units[0]!
    const month = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7)
    const { days } = await call<{ days: { date: string }[] }>('check_availability', {
      product,
      option: option.id,
      month,
    })
    const { date } = days[0]!
    const { starts } = await call<{ starts: { startTime?: string }[] }>('check_availability', {
      product,
      option: option.id,
      date,
    })
    const choice = {
      product,
      option: option.id,
      date,
      startTime: starts[0]!.startTime,
      units: [{ id: unit.id, quantity: 2 }],
      language: 'ar',
    }
    const { total } = await call<{ total: { amount: number } }>('quote', choice)
    const { url } = await call<{ url: string }>('prepare_cart', choice)
    await client.close()

    const page = await visit('wayfare')
    await page.goto(url)
    expect(new URL(page.url()).pathname).toBe('/ar/cart')
    const item = page.getByRole('link', { name: about.title })
    await item.first().waitFor()
    const amounts = await page.locator(`[data-money^="${total.amount}"]`).count()
    const shown = new Intl.NumberFormat('en').format(total.amount / 100)
    expect(amounts > 0 || (await page.locator('main').innerText()).includes(shown)).toBe(true)
  })
})

interface Experience {
  title: string
  markdownUrl: string
  options: { id: string; units: { id: string }[] }[]
}

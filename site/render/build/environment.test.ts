// @vitest-environment node
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// Resolves the configuration of a build as vike's command does.
const resolve = `
  import { resolveConfig } from 'vite'
  const { env } = await resolveConfig({}, 'build', 'production', 'production')
  process.stdout.write(JSON.stringify(env))
`

test('a build exposes only environment variables that start with PUBLIC_ to browsers', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', resolve, 'build'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PUBLIC_GREETING: 'for all',
      STRIPE_KEY: 'ours',
      VITE_STRIPE_KEY: 'ours',
      MY_PUBLIC_KEY: 'ours',
    },
  })
  const seen = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, unknown>
  expect(seen).toMatchObject({ PUBLIC_GREETING: 'for all', MODE: 'production' })
  expect(Object.values(seen)).not.toContain('ours')
})

// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { build, resolveConfig, type Rolldown } from 'vite'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('of the environment of a build, browsers see what is called PUBLIC_ and nothing else', async () => {
  vi.stubEnv('PUBLIC_GREETING', 'greeting-for-all')
  vi.stubEnv('STRIPE_KEY', 'secret-of-ours')
  vi.stubEnv('VITE_STRIPE_KEY', 'secret-of-ours')
  vi.stubEnv('MY_PUBLIC_KEY', 'secret-of-ours')
  const { envPrefix } = await resolveConfig({ configFile: 'site/vite.config.ts', root: 'site', logLevel: 'silent' }, 'build')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    envPrefix,
    build: { write: false, rolldownOptions: { input: 'virtual:all' } },
    plugins: [
      {
        name: 'all',
        resolveId: (id) => (id === 'virtual:all' ? id : null),
        load: (id) => (id === 'virtual:all' ? 'console.log(import.meta.env, import.meta.env.STRIPE_KEY)' : null),
      },
    ],
  })
  const [script] = (built as Rolldown.RolldownOutput).output
  expect(script.code).toContain('greeting-for-all')
  expect(script.code).not.toContain('secret-of-ours')
})

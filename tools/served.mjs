// The built storefronts of content/, served as in production, for tools that look at them in a browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const repository = resolve(import.meta.dirname, '..')
const readyWithin = 30_000

/** Publishes content/ into a folder of its own and serves it; `stop` ends that and removes it. */
export async function serve() {
  const scratch = await mkdtemp(join(tmpdir(), 'storefront-'))
  const builds = join(scratch, 'builds')
  await run('generate', ['build', '-d', builds])
  const port = await freePort()
  const origin = (deployment) => `http://${deployment}.localhost:${port}`
  const flags = ['serve', '--addr', `127.0.0.1:${port}`, '--builds', builds, '--data', join(scratch, 'data')]
  const server = spawn(join(repository, '.bin/api'), flags, {
    cwd: scratch,
    stdio: 'ignore',
    env: { ...process.env, ORIGIN: `http://{deployment}.localhost:${port}` },
  })
  process.once('exit', () => server.kill())
  for (const deadline = Date.now() + readyWithin; ; await wait(100)) {
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('the server did not get ready')
  }
  return {
    port,
    builds,
    origin,
    text: (deployment, path) => answer(port, deployment, path),
    async stop() {
      server.kill()
      if (server.exitCode === null) await once(server, 'exit')
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Every storefront of a build with its layout type and its pages: kind, language, path with prefix, payload. */
export async function storefrontsOf(builds) {
  const found = []
  for (const deployment of (await readdir(join(builds, 'public'))).filter((name) => !name.startsWith('.')).sort()) {
    const root = await realpath(join(builds, 'public', deployment))
    const layout = /class="layout-([\w-]+)/.exec(await readFile(join(root, 'index.html'), 'utf8'))?.[1] ?? ''
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('_payload.json')).sort()
    const payloads = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(root, file), 'utf8'))))
    found.push({ deployment, layout, pages: payloads.map(pageOf) })
  }
  return found
}

function pageOf(payload) {
  const { kind, locale, path } = payload
  const shown = kind === 'not-found' ? '/nothing-is-here' : path
  const prefixed = locale === 'en' ? shown : shown === '/' ? `/${locale}` : `/${locale}${shown}`
  return { kind, language: locale, path: prefixed, payload }
}

/** One page of a kind: of products one that can be booked, of other kinds the first. */
export function onePage({ pages }, kind, language) {
  const all = pages.filter((page) => page.kind === kind && page.language === language)
  return all.find(({ payload }) => kind === 'product' && payload.product.status === 'AVAILABLE') ?? all[0]
}

/** What a storefront answers; asked by address, since not every resolver knows *.localhost. */
async function answer(port, deployment, path) {
  const headers = { host: `${deployment}.localhost:${port}`, accept: 'image/webp,*/*' }
  const [response] = await once(get({ host: '127.0.0.1', port, path, headers }), 'response')
  return (await response.setEncoding('latin1').toArray()).join('')
}

async function run(program, args) {
  const child = spawn(join(repository, '.bin', program), args, { cwd: repository, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(said)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

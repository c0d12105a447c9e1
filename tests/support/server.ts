import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compile, generate, program, repository } from './build'

// The one launcher of servers: of browser tests, of screenshots, and of tools/lighthouse, which runs outside vitest.

export interface Server {
  port: number
  stop(): Promise<void>
}

const startTimeout = 60_000

/** All tests are visitors of one network, and most of them one buyer. */
const withoutLimits = Object.fromEntries(
  ['UNPAID_SHARE', 'UNPAID_SEATS', 'UNPAID_ORDERS', 'NETWORK_CARTS', 'NETWORK_CHECKOUTS'].map((name) => [name, '0']),
)

/** Publishes the content of the repository and serves it, in a temporary folder that `stop` removes. */
export async function serveContent() {
  const scratch = await mkdtemp(join(tmpdir(), 'storefront-'))
  await compile()
  const builds = join(scratch, 'builds')
  await generate({ content: join(repository, 'content'), builds })
  const server = await startServer(scratch, builds)
  return {
    scratch,
    builds,
    port: server.port,
    async stop() {
      await server.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Starts the storefront's server on a free port; resolves when it reports that it is ready. */
export async function startServer(scratch: string, builds: string): Promise<Server> {
  const port = await freePort()
  const stop = await startProcess(
    program('api'),
    ['serve', '--addr', `127.0.0.1:${port}`, '--builds', builds],
    // ORIGIN is where the links of mails lead.
    {
      cwd: scratch,
      env: { ...process.env, ...withoutLimits, PAYMENT: 'sandbox', ORIGIN: `http://{deployment}.localhost:${port}` },
    },
    `http://127.0.0.1:${port}/readyz`,
  )
  return { port, stop }
}

/** Starts a server and waits until it answers `url` with 200; returns what stops it. Otherwise the error has its log. */
export async function startProcess(
  command: string,
  args: string[],
  options: SpawnOptions,
  url: string,
): Promise<() => Promise<void>> {
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-10_000)))
  const stop = async () => {
    process.off('exit', kill)
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  const kill = () => server.kill()
  // Also when the run is broken off.
  process.once('exit', kill)
  const deadline = Date.now() + startTimeout
  while (!(await isReady(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${command} did not get ready:\n${log}`)
    }
    await wait(50)
  }
  return stop
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

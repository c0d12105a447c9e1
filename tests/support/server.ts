import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { program } from './build'

interface Serving {
  scratch: string
  builds: string
}

interface Server {
  port: number
  stop(): Promise<void>
}

const readyWithin = 60_000

/** All tests are visitors of one network, and most of them one buyer. */
const unlimited = Object.fromEntries(
  ['UNPAID_SHARE', 'UNPAID_SEATS', 'UNPAID_ORDERS', 'NETWORK_CARTS', 'NETWORK_CHECKOUTS'].map((name) => [name, '0']),
)

/** Starts the storefront's server on a free port; resolves when it says that it is ready. */
export async function startServer({ scratch, builds }: Serving): Promise<Server> {
  const port = await freePort()
  const server = spawn(program(scratch, 'api'), ['serve', '--addr', `127.0.0.1:${port}`, '--builds', builds], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'pipe'],
    // ORIGIN is where the links of mails lead.
    env: { ...process.env, ...unlimited, ORIGIN: `http://{deployment}.localhost:${port}` },
  })
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  // Also when the run is broken off.
  process.once('exit', () => server.kill())
  const deadline = Date.now() + readyWithin
  while (!(await isReady(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill()
      throw new Error(`the server did not get ready:\n${log}`)
    }
    await wait(50)
  }
  return {
    port,
    async stop() {
      if (server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
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

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { repository } from './build'
import { freePort } from './server'

interface DevServer {
  port: number
  /** The copy of site/ that it serves, to edit. */
  site: string
  stop(): void
}

/** Starts `npm run dev`'s server over a copy of site/ and the given builds; `api` is the port of the API beside it. */
export async function startDevServer(builds: string, api: number): Promise<DevServer> {
  // Inside the repository: Vite serves packages only from the folder of the package.json above it.
  const folder = mkdtempSync(join(repository, '.dev-'))
  const site = join(folder, 'site')
  cpSync(join(repository, 'site'), site, { recursive: true, filter: (path) => path !== join(repository, 'site/dist') })
  mkdirSync(join(folder, 'builds'))
  symlinkSync(join(builds, 'public'), join(folder, 'builds/public'))
  const port = await freePort()
  const vike = join(repository, 'node_modules/.bin/vike')
  const server = spawn(vike, ['dev', '--root', 'site', '--port', String(port), '--host', '127.0.0.1'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', VITEST: undefined, ADDR: `127.0.0.1:${api}` },
  })
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const stop = () => {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const deadline = Date.now() + 60_000
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      stop()
      throw new Error(`the development server did not get ready:\n${log}`)
    }
    await wait(50)
  }
  return { port, site, stop }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/faq`)).ok
  } catch {
    return false
  }
}

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './build'
import { freePort, startProcess, type Server } from './server'

interface DevServer extends Server {
  /** The copy of site/ that it serves, to edit. */
  site: string
}

/** Starts `npm run dev`'s server over a copy of site/ and the given builds; `api` is the port of the API beside it. */
export async function startDevServer(builds: string, api: number): Promise<DevServer> {
  // Inside the repository: Vite serves packages only from the folder of the package.json above it.
  const folder = mkdtempSync(join(repository, '.dev-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const site = join(folder, 'site')
  cpSync(join(repository, 'site'), site, { recursive: true, filter: (path) => path !== join(repository, 'site/dist') })
  mkdirSync(join(folder, 'builds'))
  symlinkSync(join(builds, 'public'), join(folder, 'builds/public'))
  const port = await freePort()
  const stop = await startProcess(
    join(repository, 'node_modules/.bin/vike'),
    ['dev', '--root', 'site', '--port', String(port), '--host', '127.0.0.1'],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'development', VITEST: undefined, ADDR: `127.0.0.1:${api}` } },
    `http://127.0.0.1:${port}/faq`,
  )
  return {
    port,
    site,
    async stop() {
      await stop()
      remove()
    },
  }
}

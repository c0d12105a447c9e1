import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const repository = resolve(import.meta.dirname, '../..')

/** Where the Go programs of this run are. */
export const program = (scratch: string, name: 'generate' | 'api') => join(scratch, 'bin', name)

/** Compiles the editor's command and the server. */
export async function compile(scratch: string): Promise<void> {
  await run('go', ['build', '-o', join(scratch, 'bin') + '/', './cmd/generate', './cmd/api'], { cwd: repository })
}

interface Generation {
  scratch: string
  content: string
  builds: string
  /** The instant the build speaks for, in seconds since 1970; now if left out. */
  asOf?: number
  /** Whether the pictures that pages ask the proxy for are written too. */
  images?: boolean
}

/** Publishes a folder of content; fails with what the command says. */
export async function generate({ scratch, content, builds, asOf, images }: Generation): Promise<void> {
  const site = join(repository, 'site/dist')
  if (!existsSync(join(site, 'bundle.json'))) throw new Error('no site bundle: run "npm run build" first')
  const env = asOf === undefined ? process.env : { ...process.env, SOURCE_DATE_EPOCH: String(asOf) }
  const flags = ['--content', content, '--site', site, '-d', builds, ...(images ? ['--images'] : [])]
  await run(program(scratch, 'generate'), ['build', ...flags], { env })
}

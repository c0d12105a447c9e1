import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const repository = resolve(import.meta.dirname, '../..')
/** The small catalogue that tests build and change. */
export const smallContent = join(repository, 'internal/content/contenttest/content')

/** The path of a Go program that `compile` has built. */
export const program = (name: 'generate' | 'api') => join(repository, '.bin', name)

/** Compiles the editor's command and the server, with make's flags: what make has built is not linked again. */
export async function compile(): Promise<void> {
  await run('go', ['build', '-trimpath', '-o', '.bin/', './cmd/generate', './cmd/api'], { cwd: repository })
}

interface Generation {
  content: string
  builds: string
  /** The instant the build speaks for, in seconds since 1970; now if left out. */
  asOf?: number
  /** Whether the pictures that pages ask the proxy for are written too. */
  images?: boolean
  /** The file of exported reviews that the build adds to those of the content. */
  reviews?: string
}

/** Publishes a folder of content; fails with the command's own message. */
export async function generate({ content, builds, asOf, images, reviews }: Generation): Promise<void> {
  const site = join(repository, 'site/dist')
  if (!existsSync(join(site, 'bundle.json'))) throw new Error('no site bundle: run "npm run build" first')
  const env = asOf === undefined ? process.env : { ...process.env, SOURCE_DATE_EPOCH: String(asOf) }
  const flags = ['--content', content, '--site', site, '-d', builds]
  if (images) flags.push('--images')
  if (reviews) flags.push('--reviews', reviews)
  await run(program('generate'), ['build', ...flags], { env })
}

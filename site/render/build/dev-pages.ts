import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageTree } from '../../lib/i18n/message-tree'
import type { Payload } from '../../lib/payload'
import type { Manifest, Shell } from '../../lib/payload.gen'
import { payloadPath } from '../../lib/navigation/routes.ts'

/** A page as `generate build` left it under builds/public. */
export interface DevPage {
  payload: Payload
  shell: Shell
  /** The messages of content in its language, where there are any. */
  texts?: MessageTree
  bundle: string
}

const builds = join(process.cwd(), 'builds/public')

/**
 * Returns the deployment that a request's host names, as the API's hosts do: "layl" for layl.localhost:3000. Other
 * hosts get the DEPLOYMENT of the environment, or else the first.
 */
export function deploymentOf(host = ''): string {
  const label = host.split(/[.:]/)[0] ?? ''
  if (/^[\w-]+$/.test(label) && existsSync(join(builds, label))) return label
  const name = process.env.DEPLOYMENT ?? (existsSync(builds) ? readdirSync(builds).sort()[0] : undefined)
  if (!name) throw new Error(`${builds} is empty: run "generate build" first`)
  return name
}

/** Returns the folder of the published files of the deployment that a request's host names. */
export function deploymentFolder(host?: string): string {
  return join(builds, deploymentOf(host))
}

/** Returns the page at a path, or the not-found page. It reads synchronously because vike's hooks for routes do. */
export function readPage(path: string, host?: string): DevPage {
  const folder = deploymentFolder(host)
  const { id } = readJson<{ id: string }>(folder, 'builds/meta/latest.json')
  const { bundle, locales } = readJson<Manifest>(folder, `builds/meta/${id}.json`)
  const locale = locales.find(({ prefix }) => prefix && `${path}/`.startsWith(`${prefix}/`)) ?? locales[0]
  if (!locale) throw new Error(`build ${id} has no locales`)
  const shell = readJson<Shell>(folder, `builds/meta/shell.${locale.code}.json`)
  const payload = readPayload(folder, locale.prefix, path.slice(locale.prefix.length) || '/')
  return { payload, shell, bundle, ...(shell.texts && { texts: readTexts(folder, shell.texts) }) }
}

/** The messages of a module `export default {…}`. */
function readTexts(folder: string, path: string): MessageTree {
  return JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/^export default /, '')) as MessageTree
}

function readPayload(folder: string, prefix: string, path: string): Payload {
  try {
    return readJson<Payload>(folder, join(prefix, payloadPath(path), '_payload.json'))
  } catch {
    return readJson<Payload>(folder, join(prefix, '404/_payload.json'))
  }
}

function readJson<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
}

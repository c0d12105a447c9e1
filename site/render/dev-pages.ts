import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Payload } from '../lib/payload'
import type { Manifest, Shell } from '../lib/payload.gen'
import { payloadPath } from '../lib/routes.ts'

/** A page as `generate` left it under builds/public. */
export interface DevPage {
  payload: Payload
  shell: Shell
  bundle: string
}

const builds = join(process.cwd(), 'builds/public')

/** The published files of the deployment that is developed: the DEPLOYMENT of the environment, else the first. */
export function deploymentFolder(): string {
  const name = process.env.DEPLOYMENT ?? readdirSync(builds).sort()[0]
  if (!name) throw new Error(`${builds} is empty: run generate first`)
  return join(builds, name)
}

/** What a path shows; a path without a page shows the not-found page. Synchronous, as vike wants its routes. */
export function readPage(path: string): DevPage {
  const folder = deploymentFolder()
  const { id } = readJson<{ id: string }>(folder, 'builds/meta/latest.json')
  const { bundle, locales } = readJson<Manifest>(folder, `builds/meta/${id}.json`)
  const locale = locales.find(({ prefix }) => prefix && `${path}/`.startsWith(`${prefix}/`)) ?? locales[0]
  if (!locale) throw new Error(`build ${id} has no locales`)
  const shell = readJson<Shell>(folder, `builds/meta/shell.${locale.code}.json`)
  const payload = readPayload(folder, locale.prefix, path.slice(locale.prefix.length) || '/', locale.code)
  return { payload, shell, bundle }
}

function readPayload(folder: string, prefix: string, path: string, locale: string): Payload {
  try {
    return readJson<Payload>(folder, join(prefix, payloadPath(path), '_payload.json'))
  } catch {
    return { kind: 'not-found', locale, path, title: 'Page Not Found', description: '', noIndex: true }
  }
}

function readJson<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
}

import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { messageParts } from '../../islands/messages.ts'
import { pickMessages, type MessageTree } from '../../lib/i18n/i18n.ts'

const parts = 'virtual:message-parts'
const folder = join(import.meta.dirname, '../../locales')

/** Serves each part of the messages as a module for each language, and the list of these modules. */
export function messagePartModules(): Plugin {
  return {
    name: 'storefront:message-parts',
    resolveId: (id) => (id.startsWith(parts) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${parts}`)) return
      const [, part = '', locale = ''] = id.split('/')
      if (!part) return `export const parts = ${objectOf(Object.keys(messageParts), loadersOf)}`
      const file = join(folder, `${locale}.json`)
      this.addWatchFile(file)
      const messages = JSON.parse(readFileSync(file, 'utf8')) as MessageTree
      return `export default ${JSON.stringify(pickMessages(messages, messageParts[part as 'finder']))}`
    },
  }
}

function loadersOf(part: string): string {
  const locales = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const load = (locale: string) => `() => import('${parts}/${part}/${locale}').then((it) => it.default)`
  return objectOf(
    locales.map((name) => basename(name, '.json')),
    load,
  )
}

function objectOf(keys: string[], value: (key: string) => string): string {
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${value(key)}`).join()}}`
}

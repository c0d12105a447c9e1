import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { mounting } from '../../islands/mounting.ts'
import { mountsAutomatically, type Mounting } from '../../lib/islands/island-contract.ts'
import { keysIn, pickMessages, type MessageTree } from '../../lib/i18n/message-tree.ts'

const site = join(import.meta.dirname, '../..')
const islands = join(site, 'islands')
const files = readdirSync(join(site, 'locales')).filter((name) => name.endsWith('.json'))
const locales = files.map((name) => basename(name, '.json'))

/** The messages of each group by language, loaded when first needed; `all` is every one that browsers may need. */
const lazyModuleId = 'virtual:messages/lazy'
/** The keys of each group. */
const keysModuleId = 'virtual:messages/keys'
const groupModuleId = /^\0?virtual:messages\/([\w-]+)\/(\w+)(?:\.js)?$/

/** The messages for codes of the API that a group uses, for groups that use few of them. */
const problemKeys: Record<string, string[]> = {
  ticket: ['problem.sold_out', 'problem.cart_full', 'problem.currency_mismatch', 'problem.too_many_tries'],
  listing: [
    ...['problem.invalid', 'problem.not_found', 'problem.unavailable', 'problem.network', 'problem.too_many_tries'],
    'form.optional',
  ],
}
problemKeys.search = problemKeys.listing ?? []
problemKeys.waiting = [
  ...['problem.invalid', 'problem.unavailable', 'problem.network', 'problem.not_full', 'problem.waiting_list_full'],
  ...['problem.not_possible', 'problem.not_found', 'problem.too_many_tries'],
  ...['form.required', 'form.format', 'form.emailExample', 'form.max', 'form.tooLong'],
]

/**
 * Picks the messages that islands and widgets use, each from the modules that it is made of, so that browsers load
 * these instead of the whole language. An island's group is named after its row of islands/mounting.ts.
 */
export function messageGroups(): Plugin {
  return {
    name: 'storefront:message-groups',
    resolveId: (id) =>
      id === lazyModuleId || id === keysModuleId || groupModuleId.test(id) ? `\0${id}.js` : undefined,
    load(id) {
      if (id === `\0${keysModuleId}.js`) return `export const keys = ${JSON.stringify(keysOfGroups())}`
      if (id === `\0${lazyModuleId}.js`) return lazyModule()
      const [, name = '', locale = ''] = groupModuleId.exec(id) ?? []
      if (!id.startsWith('\0') || !name) return
      const messages = pickMessages(messagesOf(locale), name === 'all' ? browserBranches() : keysUsed(name))
      return `export default ${JSON.stringify(messages)}`
    },
  }
}

/** All branches of messages, except those that only documents of some deployments have. */
function browserBranches(): string[] {
  return Object.keys(messagesOf('en')).filter((branch) => branch !== 'consent')
}

function lazyModule(): string {
  const names = Object.keys(groupModules()).filter((name) => {
    const row = (mounting as Record<string, Mounting>)[name]
    return !row || !mountsAutomatically(row)
  })
  const loaders = (address: (locale: string) => string) =>
    `{${locales.map((locale) => `${locale}: () => import(${JSON.stringify(address(locale))})`).join()}}`
  const rows = names.map(
    (name) => `${JSON.stringify(name)}: ${loaders((locale) => `virtual:messages/${name}/${locale}`)}`,
  )
  return `export const groups = {${[...rows, `all: ${loaders((locale) => `virtual:messages/all/${locale}`)}`].join()}}`
}

/** Returns the module that each group begins at. */
export function groupModules(): Record<string, string> {
  const registered = importsOf(join(islands, 'registry.ts')).filter((module) => module.endsWith('.tsx'))
  return {
    ...Object.fromEntries(registered.map((module) => [basename(module, '.tsx'), module])),
    listing: join(site, 'widgets/listing-filters/listing.tsx'),
    search: join(site, 'widgets/listing-filters/search.tsx'),
    embed: join(site, 'widgets/embed/embed.ts'),
    account: join(site, 'features/account/account-dialog.tsx'),
    'search-box': join(site, 'widgets/search-box/search-box.ts'),
    waiting: join(site, 'features/booking/waiting-list-form.tsx'),
    'next-starts': join(site, 'widgets/next-starts/next-starts.ts'),
  }
}

function keysOfGroups(): Record<string, string[]> {
  return Object.fromEntries(Object.keys(groupModules()).map((name) => [name, keysUsed(name)]))
}

/**
 * Returns the keys of the messages that a group's module uses, with all that it imports now or later but other groups.
 */
export function keysUsed(name: string): string[] {
  const known = problemKeys[name]
  const all = keysIn(messagesOf('en')).filter((key) => !known || !/^(problem|form)\./.test(key) || known.includes(key))
  const used = modulesFrom(groupModules()[name] ?? '', Object.values(groupModules())).flatMap((file) =>
    keysInSource(readFileSync(file, 'utf8'), all),
  )
  return [...new Set(used)].sort()
}

/** Returns those of the keys that a source text has as a literal, or the beginning of in a template: `per.${unit}`. */
export function keysInSource(source: string, all: string[]): string[] {
  const literals = new Set([...source.matchAll(/'([\w-]+(?:\.[\w-]+)*)'/g)].map(([, key]) => key))
  const beginnings = [...source.matchAll(/`([\w-]+(?:\.[\w-]*)+)\$\{/g)].map(([, beginning = '']) => beginning)
  return all.filter((key) => literals.has(key) || beginnings.some((beginning) => key.startsWith(beginning)))
}

/** Returns the files that a module consists of, without others that are listed. */
export function modulesFrom(module: string, others: string[] = []): string[] {
  const found = new Set([module])
  for (const file of found) {
    for (const imported of importsOf(file)) if (!others.includes(imported)) found.add(imported)
  }
  return [...found]
}

const imports = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, now, later]) => {
    const path = join(dirname(file), now ?? later ?? '')
    return ['', '.ts', '.tsx'].map((end) => path + end).filter((it) => /\.tsx?$/.test(it) && existsSync(it))
  })
}

function messagesOf(locale: string): MessageTree {
  return JSON.parse(readFileSync(join(site, `locales/${locale}.json`), 'utf8')) as MessageTree
}

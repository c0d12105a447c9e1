import type { Plugin } from 'vite'

// Classes and methods that the bundler cannot prove unused, with their replacements: i18next gets all messages of one
// language at once, in one namespace, and values that are formatted already (lib/i18n/format.ts).
const classBodies: Record<string, string> = {
  Logger:
    '  init() {}\n  create() { return this }\n  log() {}\n  warn() {}\n  error() {}\n  deprecate() {}\n  once() {}\n',
  Formatter: '  init() {}\n  format(value) { return value }\n',
  Connector: '  on() {}\n  init() {}\n',
  LanguageUtil:
    '  clearCache() {}\n  getFallbackCodes() { return [] }\n  getBestMatchFromCodes(codes) { return codes[0] }\n' +
    "  getLanguagePartFromCode(code) { return code.split('-')[0] }\n  toResolveHierarchy(code) { return [code] }\n",
}
const methodBodies: Record<string, string> = {
  'nest(str)': 'return str',
  'hasLoadedNamespace()': 'return true',
  'hasLanguageSomeTranslations()': 'return true',
  'getSuffixes()': 'return []',
  'extractFromKey(key)': 'return { key, namespaces: [].concat(this.options.defaultNS) }',
  ...Object.fromEntries(
    [
      ...['addResource', 'addResources', 'addResourceBundle', 'removeResourceBundle', 'toJSON', 'reloadResources'],
      ...['getFixedT', 'loadNamespaces', 'loadLanguages', 'setDefaultNamespace', 'cloneInstance'],
      ...['dir', 'use', 'exists', 'off', 'hydrate', 'addNamespaces', 'removeNamespaces', 'needsPlural'],
      ...['hasResourceBundle', 'getResourceBundle', 'getDataByLanguage', 'setResolvedLanguage'],
      ...['getUsedParamsDetails', 'getPluralFormsOfKey', 'deprecateDottedLng'],
    ].map((name) => [`${name}()`, '']),
  ),
}

// Statements that log. The logger's methods do nothing, but the bundler keeps what they are called with.
const logStatements = /^(\s*(?:if \(.*?\) )?)(?:this\.logger|baseLogger)\.\w+\(.*\);$/gm

/** Returns the source of i18next without the parts that nothing here uses. */
export function leanI18next(source: string): string {
  let lean = source
  for (const [name, body] of Object.entries(classBodies)) {
    const whole = new RegExp(`^class ${name}\\b[^]*?^}\\n`, 'm')
    lean = replaceOrFail(lean, `class ${name}`, whole, `class ${name} {\n${body}}\n`)
  }
  for (const [head, body] of Object.entries(methodBodies)) {
    const name = head.split('(')[0] ?? ''
    const whole = new RegExp(`^  ${name}\\([^\\n]*\\{\\n[^]*?^  }\\n`, 'm')
    lean = replaceOrFail(lean, `method ${name}`, whole, `  ${head} { ${body} }\n`)
  }
  return replaceOrFail(lean, 'statement that logs', logStatements, '$1;')
}

function replaceOrFail(source: string, what: string, pattern: RegExp, replacement: string): string {
  const lean = source.replace(pattern, replacement)
  if (lean === source) throw new Error(`i18next has no ${what}: adapt render/build/lean-i18next.ts`)
  return lean
}

/** Removes from the browser's i18next the parts that nothing here uses: 7.7 kB. */
export function leanI18nextPlugin(): Plugin {
  return {
    name: 'storefront:lean-i18next',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
      handler: (source) => ({ code: leanI18next(source), map: null }),
    },
  }
}

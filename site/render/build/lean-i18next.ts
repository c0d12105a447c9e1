import type { Plugin } from 'vite'

// Classes of i18next that fetch messages and format values, with what stands in for each: our messages are given to it
// whole, and values come formatted (lib/i18n/format.ts). The bundler cannot know that they are never used.
const unused: Record<string, string> = {
  Formatter: 'class Formatter { init() {} format(value) { return value } }\n',
  Connector: 'class Connector { on() {} init() {} }\n',
}

/** Returns the source of i18next without the classes that nothing here uses. */
export function leanI18next(source: string): string {
  let lean = source
  for (const [name, replacement] of Object.entries(unused)) {
    const whole = new RegExp(`^class ${name}\\b[^]*?^}\\n`, 'm')
    if (!whole.test(lean)) throw new Error(`i18next has no class ${name}: adapt render/build/lean-i18next.ts`)
    lean = lean.replace(whole, replacement)
  }
  return lean
}

/** Leaves out of the browser's i18next what nothing here uses: 2 kB. */
export function leanI18nextPlugin(): Plugin {
  return {
    name: 'storefront:lean-i18next',
    apply: 'build',
    transform: {
      filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
      handler: (source) => ({ code: leanI18next(source), map: null }),
    },
  }
}

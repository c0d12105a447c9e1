import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getVikeConfig } from 'vike/plugin'
import type { Plugin } from 'vite'

/** The modules that give the pages: all at once for the worker, each when it is visited for the router. */
const eagerModuleId = 'virtual:pages/eager'
const lazyModuleId = 'virtual:pages/lazy'

/** Serves vike's list of pages as modules that map a payload's kind to its page: pages/cart/+Page.tsx is "cart". */
export function pageList(): Plugin {
  return {
    name: 'storefront:page-list',
    resolveId: (id) => (id === eagerModuleId || id === lazyModuleId ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${eagerModuleId}` && id !== `\0${lazyModuleId}`) return
      const quoted = pageKinds().map(
        (kind) => [JSON.stringify(kind), JSON.stringify(`/pages/${kind}/+Page.tsx`)] as const,
      )
      if (id === `\0${lazyModuleId}`) {
        return `export const pages = {${quoted.map(([kind, file]) => `${kind}: () => import(${file})`).join()}}`
      }
      const imports = quoted.map(([, file], n) => `import * as page${n} from ${file}\n`).join('')
      return `${imports}export const pages = {${quoted.map(([kind], n) => `${kind}: page${n}`).join()}}`
    },
  }
}

function pageKinds(): string[] {
  // vike leaves itself out of unit tests.
  if (process.env.VITEST)
    return readdirSync(join(import.meta.dirname, '../../pages')).filter((name) => !name.startsWith('+'))
  return Object.keys(getVikeConfig().pages).map((page) => page.slice('/pages/'.length))
}

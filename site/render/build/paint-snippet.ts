import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const id = 'virtual:paint-snippet'
const input = join(import.meta.dirname, '../client/first-paint.ts')

/** Serves the inline script of every document's head as a string. */
export function paintSnippetModule(): Plugin {
  return {
    name: 'storefront:paint-snippet',
    resolveId: (name) => (name === id ? `\0${id}` : undefined),
    async load(name) {
      if (name !== `\0${id}`) return
      this.addWatchFile(input)
      return `export const paintSnippet = ${JSON.stringify(await paintSnippet())}`
    },
  }
}

let snippet: Promise<string> | undefined

/** Bundles and minifies the script, whose hash is in bundle.json for the Content-Security-Policy. */
export function paintSnippet(): Promise<string> {
  return (snippet ??= bundleScript('render/client/first-paint.ts'))
}

/** Bundles and minifies a module of site/ as a script that loads no other. */
export async function bundleScript(module: string): Promise<string> {
  const input = join(import.meta.dirname, '../..', module)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
  })
  return (built as Rolldown.RolldownOutput).output[0].code.trim()
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { configDefaults, defineConfig } from 'vitest/config'
import { storefrontBuild } from './render/build/build.ts'
import { compileJsx } from './render/build/compile-jsx.ts'
import { checkChunkGroups, chunkGroups } from './render/build/chunks.ts'
import { publishedFiles } from './render/build/dev.ts'
import { publicEnvironment } from './render/build/environment.ts'
import { subsetFonts } from './render/build/fonts.ts'
import { pageList } from './render/build/page-list.ts'
import { leanI18nextPlugin } from './render/build/lean-i18next.ts'
import { messageGroups } from './render/build/message-groups.ts'
import { paintSnippetModule } from './render/build/paint-snippet.ts'

// Chunks that keep their whole names. The entry of every page lists the files of islands: the others have short names.
const fullyNamedChunks = new Set([
  'preload-helper',
  'rolldown-runtime',
  'react',
  'common',
  'site',
  ...['account', 'toasts', 'reprice', 'starts'],
])

// Every page's file has the same name; its folder sets it apart.
function chunkFileName({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const kind = /pages\/([^/]+)\/\+Page/.exec(facadeModuleId ?? '')?.[1]
  if (kind) return `assets/page-${kind}.[hash].js`
  if (name.startsWith('entries/')) return 'assets/entry.[hash].js'
  return fullyNamedChunks.has(name) ? 'assets/[name].[hash].js' : `assets/${name.slice(0, 2)}.[hash].js`
}

const codeSplitting = { includeDependenciesRecursively: false, groups: chunkGroups }

// The entry imports the loader itself, and every island comes with React and what makes its root: their lists, which
// all pages carry, need not name them.
const loadedWithEntry = /\/(entry|preload-helper)\./
const loadedWithRoot = /\/(rolldown-runtime|react|common)\./
const rootlessChunks = /\/(react|account|toasts|reprice)\./
function isAlreadyLoaded(file: string, dep: string): boolean {
  return loadedWithEntry.test(dep) || (loadedWithRoot.test(dep) && !rootlessChunks.test(file))
}

// Files of tests which name no environment, and have Node's. Only vitest looks for them.
const nodeTests = !process.env.VITEST
  ? []
  : readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.test\.tsx?$/.test(file) &&
        !readFileSync(join(import.meta.dirname, file), 'utf8').includes('@vitest-environment'),
    )

export default defineConfig({
  plugins: [
    vike(),
    pageList(),
    messageGroups(),
    leanI18nextPlugin(),
    paintSnippetModule(),
    compileJsx(),
    react(),
    storefrontBuild(),
    checkChunkGroups(),
    subsetFonts(),
    publishedFiles(),
    publicEnvironment(),
  ],
  test: {
    // A process for each file takes a second. Those without a window of their own share one: nothing listens in them.
    projects: [
      { extends: true, test: { name: 'window', exclude: [...configDefaults.exclude, ...nodeTests] } },
      {
        extends: true,
        test: { name: 'windowless', include: nodeTests, isolate: false, setupFiles: ['lib/modules.setup.ts'] },
      },
    ],
    setupFiles: ['lib/stores.setup.ts'],
    // Node has a localStorage of its own since 25, which hides happy-dom's.
    execArgv: Number.parseInt(process.versions.node) < 25 ? [] : ['--no-experimental-webstorage'],
    // These end what hangs; however slow a machine is, they must not decide.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
  },
  // The Content-Security-Policy allows no data: scripts, and a font is better cached than repeated.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (file, deps) => deps.filter((dep) => !isAlreadyLoaded(file, dep)) },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: chunkFileName, chunkFileNames: chunkFileName, codeSplitting },
    },
  },
})

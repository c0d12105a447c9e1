import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vitest/config'
import { storefrontBuild } from './render/build.ts'
import { publishedFiles } from './render/dev.ts'
import { publicEnvironment } from './render/environment.ts'
import { subsetFonts } from './render/fonts.ts'
import { messagePartModules } from './render/message-parts.ts'
import { pageList } from './render/page-list.ts'

// The entry of every page lists what islands load: the beginnings of their names do. These are told apart by their names.
const named = new Set([
  'preload-helper',
  'rolldown-runtime',
  'react',
  'common',
  'site',
  ...['account', 'toasts', 'reprice', 'starts', 'plain-root'],
])

// Every page's file has the same name; its folder tells them apart.
function names({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const kind = /pages\/([^/]+)\/\+Page/.exec(facadeModuleId ?? '')?.[1]
  if (kind) return `assets/page-${kind}.[hash].js`
  if (name.startsWith('entries/')) return 'assets/entry.[hash].js'
  return named.has(name) ? 'assets/[name].[hash].js' : `assets/${name.slice(0, 2)}.[hash].js`
}

// What islands load together goes into one file, which is packed better than many: 3 kB less on a product's page, 5 on the cart.
const together = {
  // The pages that the router shows are elements, which our own serialiser writes; React itself comes with the first island.
  common: [
    'node_modules/react/(?:cjs/react-)?jsx-runtime(?:\\.production)?',
    'lib/(cancellation|format|layer|per|price|currency|currency-event|span)',
    'components/(price-from|ui/amount|ui/icon)',
  ],
  react: ['node_modules/(react|react-dom|scheduler)/.*', 'render/root'],
  ticket: ['islands/ticket/(ticket|ticket-summary|ticket-panel|use-wide)'],
  plain: [
    'lib/(clock|digits|image|problems)',
    'components/(contact-ways|empty-state|interpolate|load-failure)',
    'components/ui/(button|picture|text-field)',
  ],
  list: ['components/(card-grid|filter-bar|results-skeleton)', 'components/cards/.*'],
  form: ['features/forms/(rules|use-form)'],
  order: [
    'features/forms/focus-first',
    'lib/(ages|booking|cancellation-terms|counts|go-to|units)',
    'components/(booking-facts|cancellation-lines|fold|map-link|price-lines|section|sums)',
  ],
}
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: Object.entries(together).map(([name, modules]) => ({
    name,
    test: new RegExp(`/(${modules.join('|')})\\.[jt]sx?$`),
  })),
}

// The entry imports the loader itself, and every island comes with React and what makes its root: their lists, which all
// pages carry, need not name them.
const withEntry = /\/preload-helper\./
const withRoot = /\/(rolldown-runtime|react|common|site)\./
const alone = /\/(react|account|toasts|reprice|plain-root)\./
function comesAnyway(file: string, dep: string): boolean {
  return withEntry.test(dep) || (withRoot.test(dep) && !alone.test(file))
}

export default defineConfig({
  plugins: [
    vike(),
    pageList(),
    messagePartModules(),
    react(),
    tailwindcss(),
    storefrontBuild(),
    subsetFonts(),
    publishedFiles(),
    publicEnvironment(),
  ],
  test: {
    setupFiles: ['lib/stores.setup.ts'],
    testTimeout: 30_000, // one of them runs Vite
    hookTimeout: 30_000,
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
  },
  // The Content-Security-Policy allows no data: scripts, and a font is better cached than repeated.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (file, deps) => deps.filter((dep) => !comesAnyway(file, dep)) },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: names, chunkFileNames: names, codeSplitting },
    },
  },
})

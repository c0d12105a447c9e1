import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vitest/config'
import { storefrontBuild } from './render/build.ts'
import { publishedFiles } from './render/dev.ts'
import { publicEnvironment } from './render/environment.ts'

// Every page's file has the same name; its folder tells them apart.
function names({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const kind = /pages\/([^/]+)\/\+Page/.exec(facadeModuleId ?? '')?.[1]
  if (kind) return `assets/page-${kind}.[hash].js`
  return name.startsWith('entries/') ? 'assets/entry.[hash].js' : 'assets/[name].[hash].js'
}

export default defineConfig(({ mode }) => ({
  plugins: [
    ...(mode === 'test' ? [] : [vike()]),
    react(),
    tailwindcss(),
    storefrontBuild(),
    publishedFiles(),
    publicEnvironment(),
  ],
  test: { environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } } },
  // The Content-Security-Policy allows no data: scripts, and a font is better cached than repeated.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: names, chunkFileNames: names } },
  },
}))

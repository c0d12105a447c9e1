import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Manifest, ManifestChunk, Plugin, Rolldown, UserConfig, ViteBuilder } from 'vite'
import { modifiersForScripts, sizes } from '../../lib/image/image-modifiers.ts'
import type { Bundle } from './bundle.ts'
import { islandFiles } from './island-files.ts'
import { paintSnippet, bundleScript } from './paint-snippet.ts'

/** What only deployments with analytics load. */
const analytics = 'analytics'
const entryModule = 'pages/+client.ts'
/** A style sheet by layout type, apart from the site's own: a document has one of them. */
const layoutOptions: Rolldown.RolldownOptions = {
  input: {
    ...Object.fromEntries(
      readdirSync(join(import.meta.dirname, '../../layouts'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => [name, `layouts/${name}/layout.css`]),
    ),
    [analytics]: 'widgets/analytics/notice.css',
  },
  output: { assetFileNames: 'assets/layout-[name].[hash][extname]' },
}
const workerOptions: Rolldown.RolldownOptions = {
  platform: 'node',
  input: { worker: 'render/server/worker.ts' },
  output: { format: 'es', entryFileNames: 'worker.mjs', codeSplitting: false },
}

/** Turns vike's build into what Go publishes: the browser's files, one worker, and bundle.json about both. */
export function storefrontBuild(): Plugin {
  return {
    name: 'storefront:build',
    apply: 'build',
    enforce: 'post',
    config: {
      order: 'post',
      handler: (): UserConfig => ({
        environments: {
          layouts: {
            consumer: 'client',
            build: { outDir: 'dist/client', emptyOutDir: false, manifest: '.vite/layouts.json' },
          },
          worker: {
            consumer: 'server',
            define: { 'process.env.NODE_ENV': '"production"' },
            resolve: { noExternal: true },
            build: { ssr: true, outDir: 'dist/server', emptyOutDir: false, emitAssets: false, manifest: false },
          },
        },
        // In place of vike's own, which would also build a server of vike's that nothing here starts.
        builder: { buildApp },
      }),
    },
    generateBundle(_, output) {
      if (this.environment.name !== 'client') return
      const source = JSON.stringify(islandFiles(this, output, `/${entryModule}`))
      this.emitFile({ type: 'asset', fileName: '.vite/islands.json', source })
    },
  }
}

async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, layouts, worker } = builder.environments
  if (!client || !layouts || !worker) throw new Error('vite lacks an environment of the build')
  const dist = join(builder.config.root, 'dist')
  await rm(dist, { recursive: true, force: true })
  // Here, since vike refuses it in a configuration.
  for (const output of [client.config.build.rolldownOptions.output ?? []].flat()) output.assetFileNames = assetName
  await builder.build(client)
  // Set last, since vike and its plugins add inputs and chunks to every environment.
  layouts.config.build.rolldownOptions = layoutOptions
  await builder.build(layouts)
  worker.config.build.rolldownOptions = workerOptions
  await builder.build(worker)
  const manifest = await readBuildData<Manifest>(dist, 'manifest')
  const layoutManifest = await readBuildData<Manifest>(dist, 'layouts')
  const islands = await readBuildData<Bundle['islands']>(dist, 'islands')
  await removeUnreachable(join(dist, 'client'), manifest)
  // Notes of the build itself, which nothing published reads.
  for (const leftover of ['client/.vite', 'server/.vite', 'server/package.json', 'assets.json']) {
    await rm(join(dist, leftover), { recursive: true, force: true })
  }
  const drawing = await readFile(join(builder.config.root, 'styles/favicon.svg'))
  const icon = await publishAsset(join(dist, 'client'), 'favicon.svg', drawing)
  const { [analytics]: style = '', ...sheets } = layoutsOf(layoutManifest)
  const script = await publishAsset(
    join(dist, 'client'),
    'analytics.js',
    await bundleScript('widgets/analytics/analytics.ts'),
  )
  const entry = { ...entryOf(manifest), layouts: sheets, icon, analytics: { script, style } }
  await writeBundle(dist, entry, islands)
}

/**
 * The entry of every page lists the sheets of islands: they are named by their content alone. Fonts are found by name.
 */
function assetName({ names: [name = ''] }: Rolldown.PreRenderedAsset): string {
  return `assets/static/${name.endsWith('.css') ? '' : '[name].'}[hash][extname]`
}

/** Reads a file that the build of the browser's half left beside it, which is not published. */
async function readBuildData<T>(dist: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(dist, `client/.vite/${name}.json`), 'utf8')) as T
}

/** Each layout type's style sheet, by its folder, and that of analytics. */
function layoutsOf(manifest: Manifest): Bundle['entry']['layouts'] {
  const found = Object.values(manifest).map(({ src = '', file }) => [src.split('/')[1] ?? '', file] as const)
  return Object.fromEntries(found.sort())
}

/** Removes the entries that vike makes of every page, which no document and no script refers to. */
async function removeUnreachable(client: string, manifest: Manifest): Promise<void> {
  const reached = reachableChunks(manifest, [entryChunk(manifest)], (chunk) => [
    ...(chunk.imports ?? []),
    ...(chunk.dynamicImports ?? []),
  ])
  for (const chunk of Object.values(manifest)) {
    if (chunk.isEntry && !reached.has(chunk)) await rm(join(client, chunk.file), { force: true })
  }
}

/** What a document refers to: the browser's entry with all that it imports at once, and the fonts. */
function entryOf(manifest: Manifest): Omit<Bundle['entry'], 'layouts' | 'analytics'> {
  const start = entryChunk(manifest)
  const chunks = reachableChunks(manifest, [start], (chunk) => chunk.imports ?? [])
  const styles = new Set([...chunks].flatMap((chunk) => chunk.css ?? []))
  chunks.delete(start)
  return {
    script: start.file,
    styles: [...styles],
    preload: [...chunks].map((chunk) => chunk.file),
    fonts: fontsOf(Object.values(manifest).map((chunk) => chunk.file)),
  }
}

function entryChunk(manifest: Manifest): ManifestChunk {
  const start = Object.values(manifest).find((chunk) => chunk.src === entryModule)
  if (!start) throw new Error(`${entryModule} was not built`)
  return start
}

function reachableChunks(manifest: Manifest, open: ManifestChunk[], next: (chunk: ManifestChunk) => string[]) {
  const found = new Set(open)
  for (const chunk of found) for (const name of next(chunk)) if (manifest[name]) found.add(manifest[name])
  return found
}

/** The variable fonts that every page starts with: those of its script, and the digits and names of an Arabic page. */
function fontsOf(files: string[]): Bundle['entry']['fonts'] {
  const of = (part: string) => files.filter((name) => name.endsWith('.woff2') && name.includes(`${part}-wght`)).sort()
  return { en: of('-latin'), ar: [...of('-arabic'), ...of('readex-pro-latin')] }
}

/** Puts a file among the assets, under a name that changes with it. */
async function publishAsset(client: string, file: string, content: string | Buffer): Promise<string> {
  const { name, ext } = parse(file)
  const published = `assets/${name}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}${ext}`
  await writeFile(join(client, published), content)
  return published
}

async function writeBundle(dist: string, entry: Bundle['entry'], islands: Bundle['islands']): Promise<void> {
  const client = join(dist, 'client')
  const assets = await filesUnder(client)
  const hash = createHash('sha256')
  for (const path of [...assets.map((name) => join(client, name)), join(dist, 'server/worker.mjs')]) {
    hash.update(path.slice(dist.length)).update(await readFile(path))
  }
  const csp = createHash('sha256')
    .update(await paintSnippet())
    .digest('base64')
  const bundle: Bundle = {
    hash: hash.digest('hex').slice(0, 16),
    assets,
    csp: [`sha256-${csp}`],
    pictures: modifiersForScripts(),
    sizes: sizes(),
    entry,
    islands,
  }
  await writeFile(join(dist, 'bundle.json'), `${JSON.stringify(bundle, null, 2)}\n`)
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

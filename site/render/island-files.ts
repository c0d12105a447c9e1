import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rolldown, ViteBuilder } from 'vite'

type Built = Awaited<ReturnType<ViteBuilder['build']>>
type Chunk = Rolldown.OutputChunk

/** What every island that wakes loads beside itself. */
const root = 'render/root.tsx'

/** The files that come with each island when it wakes, beside those that the entry imports. */
export async function islandFiles(site: string, built: Built, entry: string): Promise<Record<string, string[]>> {
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const byName = new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : [])))
  const holding = (module: string) => {
    const found = [...byName.values()].find(({ moduleIds }) => moduleIds.includes(join(site, module)))
    if (!found) throw new Error(`${module} was not built`)
    return found.fileName
  }
  const there = new Set(filesFrom([entry], byName))
  const table = await readFile(join(site, 'islands/index.ts'), 'utf8')
  return Object.fromEntries(
    [...table.matchAll(/^ {2}'?([\w-]+)'?: \{\s*load: \(\) => import\('\.\/([\w/-]+)'\)/gm)].map(([, name, module]) => {
      const files = filesFrom([holding(root), holding(`islands/${module}.tsx`)], byName)
      return [name, files.filter((file) => !there.has(file))]
    }),
  )
}

/** Chunks with all that they import at once, and their style sheets. */
function filesFrom(open: string[], chunks: Map<string, Chunk>): string[] {
  const found = new Set(open)
  for (const name of found) {
    const chunk = chunks.get(name)
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) found.add(next)
  }
  return [...found].sort()
}

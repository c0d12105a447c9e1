import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The module of the registry, and those that every island of React loads beside its own. */
const registry = '/islands/registry.ts'
const sharedModules = ['/render/client/load-island.ts', '/render/client/react-root.tsx']

/**
 * Returns the files that each island of React loads when it mounts, beside those of the entry: scripts and style
 * sheets. The islands are what the registry imports dynamically, each named after its module: islands/cart/cart.tsx is
 * "cart".
 */
export function islandFiles(
  graph: Rolldown.PluginContext,
  output: Rolldown.OutputBundle,
  entry: string,
): Record<string, string[]> {
  const chunks = new Map(Object.values(output).flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it]] : [])))
  const chunkOf = (module: string) => {
    const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!found) throw new Error(`${module} is in no chunk`)
    return found.fileName
  }
  const id = [...graph.getModuleIds()].find((it) => it.endsWith(registry)) ?? registry
  const modules = graph.getModuleInfo(id)?.dynamicallyImportedIds.filter((it) => it.endsWith('.tsx')) ?? []
  if (modules.length === 0) throw new Error(`${registry} imports no islands`)
  const loaded = new Set(reachableFiles([chunkOf(entry)], chunks))
  const filesOf = (module: string) =>
    reachableFiles([...sharedModules, module].map(chunkOf), chunks).filter((it) => !loaded.has(it))
  return Object.fromEntries(modules.map((module) => [basename(module, '.tsx'), filesOf(module)]))
}

/** Returns the files of chunks with those of all that they import statically. */
function reachableFiles(open: string[], chunks: Map<string, Chunk>): string[] {
  const found = new Set(open)
  for (const name of found) {
    const chunk = chunks.get(name)
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) found.add(next)
  }
  return [...found].sort()
}

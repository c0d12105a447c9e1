import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { Plugin } from 'vite'
import { deploymentFolder } from './dev-pages.ts'

const types: Record<string, string> = {
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Pictures are shown as they are in development, where nothing makes them. */
const inOtherSize = /^\/_ipx\/[^/]+\/(?=media\/)/

/** In development, serves pictures, payloads and manifests as the last `generate` left them. */
export function publishedFiles(): Plugin {
  return {
    name: 'storefront:published-files',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = normalize(decodeURI((request.url ?? '/').split('?')[0] ?? '/')).replace(inOtherSize, '/')
        const type = types[extname(path)]
        if (!type || path.includes('..')) return next()
        void publishedFile(path).then((file) => {
          if (!file && !path.startsWith('/media/')) return next()
          if (!file) return void response.writeHead(404).end()
          response.setHeader('Content-Type', type)
          createReadStream(file).pipe(response)
        })
      })
    },
  }
}

async function publishedFile(path: string): Promise<string | null> {
  try {
    const file = join(deploymentFolder(), path)
    return (await stat(file)).isFile() ? file : null
  } catch {
    return null
  }
}

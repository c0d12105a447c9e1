import { createReadStream, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import type { Plugin } from 'vite'
import { deploymentFolder, deploymentOf } from './dev-pages.ts'

const types: Record<string, string> = {
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Addresses of pictures in other sizes: development has no proxy that makes them, and shows the source. */
const resizedPicture = /^\/_ipx\/[^/]+\/(?=media\/)/

/**
 * In development, serves pictures, payloads and manifests as the last `generate build` left them, and passes /api on to
 * the API that runs at ADDR, under the host of the same deployment.
 */
export function publishedFiles(): Plugin {
  const address = process.env.ADDR ?? '127.0.0.1:8080'
  const port = address.split(':').at(-1)
  return {
    name: 'storefront:published-files',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: {
          '/api': {
            target: `http://${address}`,
            configure: (proxy) =>
              proxy.on('proxyReq', (onward, { headers }) =>
                onward.setHeader('Host', `${deploymentOf(headers.host)}.localhost:${port}`),
              ),
          },
        },
      },
    }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = normalize(decodeURI((request.url ?? '/').split('?')[0] ?? '/')).replace(resizedPicture, '/')
        const type = path.startsWith('/assets/texts.') ? 'text/javascript' : types[extname(path)]
        if (!type || path.includes('..')) return next()
        const file = join(deploymentFolder(request.headers.host), path)
        if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
          response.setHeader('Content-Type', type)
          createReadStream(file).pipe(response)
        } else if (path.startsWith('/media/')) response.writeHead(404).end()
        else next()
      })
    },
  }
}

import { get } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Requests a path of a storefront on this machine: Node does not resolve names below localhost, as browsers do. */
export function request(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, port, pathname, search } = new URL(address)
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname + search, headers: { host, ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    }).on('error', reject)
  })
}

import type { Config } from 'vike/types'

/**
 * The folders of pages/ are the kinds of pages: vike lists them for the worker and the router
 * (render/build/page-list.ts), and serves them in development. Pages are HTML; scripts come with the entry, +client.ts.
 */
export const config: Config = {
  clientRouting: false,
  meta: { Page: { env: { server: true, client: false } } },
}

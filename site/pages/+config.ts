import type { Config } from 'vike/types'

/** vike finds the pages, serves them in development and builds them. Pages are HTML; only islands hydrate. */
export const config: Config = {
  clientRouting: false,
  meta: { Page: { env: { server: true, client: false } } },
}

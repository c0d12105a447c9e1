import type { PageContextServer } from 'vike/types'
import { readPage } from '../render/build/dev-pages'

/** Shows, in development, what the last `generate build` made of an address; the kind of its payload names the page. */
export function onBeforeRoute({ urlPathname, headers }: PageContextServer) {
  const page = readPage(urlPathname, headers?.host)
  return { pageContext: { urlLogical: `/${page.payload.kind}`, page } }
}

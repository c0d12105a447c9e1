import type { PageContextServer } from 'vike/types'
import { readPage } from '../render/dev-pages'

/** In development a path shows what the last `generate` made of it; the payload's kind names the page. */
export function onBeforeRoute({ urlPathname }: PageContextServer) {
  const page = readPage(urlPathname)
  return { pageContext: { urlLogical: `/${page.payload.kind}`, page } }
}

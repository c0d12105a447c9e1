import type { PageContextServer } from 'vike/types'
import { readPage } from '../render/build/dev-pages'

/** Shows, in development, the page of the last `generate build` at an address; its payload's kind selects it. */
export function onBeforeRoute({ urlPathname, headers }: PageContextServer) {
  const page = readPage(urlPathname, headers?.host)
  return { pageContext: { urlLogical: `/${page.payload.kind}`, page } }
}

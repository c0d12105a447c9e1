import { buildWatch } from '../../lib/navigation/live-build'
import type { Payload } from '../../lib/payload'
import type { LocaleInfo } from '../../lib/payload.gen'
import { Router } from '../../lib/navigation/router'
import type { DocumentData } from './document-data'

/** Returns the router of the open document, which was loaded from `loadedAddress`. */
export function makeRouter(data: DocumentData, locale: LocaleInfo, loadedAddress: string): Router {
  const { locales, supplier } = data.shell
  const bundle = document.querySelector<HTMLMetaElement>('meta[name="bundle"]')?.content ?? ''
  const host = {
    locale,
    locales,
    supplier,
    build: buildWatch(bundle),
    prepare: async (payload: Payload | Error) => (await import('./show-page')).preparePage(payload, data),
    lookUpRedirect: async (path: string) => (await import('../../features/http/api')).lookUpRedirect(path),
  }
  return new Router(host, loadedAddress)
}

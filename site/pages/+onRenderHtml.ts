import { dangerouslySkipEscape } from 'vike/server'
import type { DevPage } from '../render/dev-pages'
import { renderDocument } from '../render/document'
import { loadIslandViews } from '../render/island-views'
import { setIslandRenderer } from '../lib/islands'

/** The document in development; production asks render/worker.ts. vike puts its own scripts in. */
export async function onRenderHtml(pageContext: unknown) {
  const { payload, shell, bundle } = (pageContext as { page: DevPage }).page
  setIslandRenderer(await loadIslandViews())
  const entry = { script: '', styles: [], preload: [], fonts: {} }
  return dangerouslySkipEscape(
    renderDocument(payload, shell, { hash: bundle, assets: [], csp: [], pictures: [], entry }),
  )
}

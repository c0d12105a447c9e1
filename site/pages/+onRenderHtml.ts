import { dangerouslySkipEscape } from 'vike/server'
import type { DevPage } from '../render/dev-pages'
import { renderDocument } from '../render/document'

/** The document in development; production asks render/worker.ts. vike puts its own scripts in. */
export function onRenderHtml(pageContext: unknown) {
  const { payload, shell, bundle } = (pageContext as { page: DevPage }).page
  const entry = { script: '', styles: [`layouts/${shell.layoutType}/layout.css`], layouts: {}, preload: [], fonts: {} }
  // Its own style sheet is of the last build: the layout's rules as they were then, and its theme, which is not seen here.
  const { stylesheet: _stylesheet, ...served } = shell
  return dangerouslySkipEscape(
    renderDocument(payload, served, {
      hash: bundle,
      assets: [],
      csp: [],
      pictures: [],
      sizes: { widths: [], boxes: [] },
      entry,
    }),
  )
}

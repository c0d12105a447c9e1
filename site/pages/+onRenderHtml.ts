import { renderToStaticMarkup } from 'react-dom/server'
import { dangerouslySkipEscape } from 'vike/server'
import type { DevPage } from '../render/build/dev-pages'
import { renderDocument } from '../render/server/document'
import { setContentMessages } from '../render/server/messages'

/**
 * Renders the document in development, by React itself; production has render/server/worker.ts and our own serialiser,
 * which a test compares with this. vike adds the scripts. The theme of a deployment is in a style sheet of its build
 * and is not seen here.
 */
export function onRenderHtml(pageContext: unknown) {
  const { payload, shell, bundle, texts } = (pageContext as { page: DevPage }).page
  if (texts) setContentMessages({ [shell.locale]: texts })
  const entry = { script: '', styles: [`layouts/${shell.layoutType}/layout.css`], layouts: {}, preload: [], fonts: {} }
  const { stylesheet: _stylesheet, ...served } = shell
  const built = { hash: bundle, assets: [], csp: [], pictures: [], sizes: { widths: [], boxes: [] }, entry }
  return dangerouslySkipEscape(renderDocument(payload, served, built, renderToStaticMarkup))
}

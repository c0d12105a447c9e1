import type { ComponentType } from 'react'
import type { Payload } from '../lib/payload'

interface PageModule {
  Page: ComponentType<{ payload: Payload }>
}

const pages = import.meta.glob<PageModule>('../pages/*/+Page.tsx', { eager: true })

/** What stands inside <main> for a payload. */
export function pageElement(payload: Payload) {
  const Page = pages[`../pages/${payload.kind}/+Page.tsx`]?.Page
  if (!Page) throw new Error(`no page for payloads of kind "${payload.kind}"`)
  return <Page payload={payload} />
}

import type { ComponentType } from 'react'
import { UnpublishedMark } from '../components/blocks/unpublished-mark'
import type { Payload } from '../lib/payload'

/** What pages/<kind>/+Page.tsx exports: the content of <main> for a payload of its kind. */
interface PageModule {
  Page: ComponentType<{ payload: Payload }>
}

export type Pages = Partial<Record<string, PageModule>>
export type LazyPages = Partial<Record<string, () => Promise<PageModule>>>

/** Returns the content of <main> for a payload. */
export function pageElement(payload: Payload, page: PageModule | undefined) {
  if (!page) throw new Error(`no page for payloads of kind "${payload.kind}"`)
  return (
    <>
      <UnpublishedMark reasons={payload.unpublished} />
      <page.Page payload={payload} />
    </>
  )
}

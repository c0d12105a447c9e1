import { pages } from 'virtual:pages/eager'
import { UnpublishedMark } from '../../components/blocks/unpublished-mark'
import type { Payload } from '../../lib/payload'

/** Returns the content of <main> for a payload. */
export function pageElement(payload: Payload) {
  const Page = pages[payload.kind]?.Page
  if (!Page) throw new Error(`no page for payloads of kind "${payload.kind}"`)
  return (
    <>
      <UnpublishedMark reasons={payload.unpublished} />
      <Page payload={payload} />
    </>
  )
}

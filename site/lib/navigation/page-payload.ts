import type { Payload } from '../payload'

/** Fetches the payload at an address; null if there is no page. Rejects if the fetch fails. */
export async function fetchPayload(address: string, signal?: AbortSignal): Promise<Payload | null> {
  const response = await fetch(address, { signal })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return (await response.json()) as Payload
}

/** Returns the payload of the page that is shown, fetched for the first island that needs it. */
export function pagePayload(page: { payload?: Promise<Payload> }): Promise<Payload> {
  const address = `${window.location.pathname.replace(/\/$/, '')}/_payload.json`
  page.payload ??= fetchPayload(address).then((payload) => {
    if (!payload) throw new Error(`${address}: 404`)
    return payload
  })
  // The next island fetches it again.
  page.payload.catch(() => delete page.payload)
  return page.payload
}

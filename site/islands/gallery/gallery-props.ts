import type { Payload } from '../../lib/payload'

/** Returns the pictures of a product, or those of a part of the page's prose. */
export function galleryProps(payload: Payload, { part = 0 }: { part?: number }) {
  if (payload.kind === 'product') return { images: payload.product.images }
  const parts = 'parts' in payload ? payload.parts : undefined
  return { images: parts?.[part]?.images ?? [], inProse: true }
}

import type { Payload } from '../../lib/payload'
import type { Image } from '../../lib/payload.gen'

/** Returns the pictures of a product, or those of a part of the page's prose. */
export function galleryPictures(payload: Payload, part = 0): { images: Image[]; inProse?: boolean } {
  if (payload.kind === 'product') return { images: payload.product.images }
  const parts = 'parts' in payload ? payload.parts : undefined
  return { images: parts?.[part]?.images ?? [], inProse: true }
}

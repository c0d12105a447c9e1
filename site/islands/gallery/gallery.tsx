import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { GalleryStrip } from '../../components/blocks/gallery-strip'
import type { Payload } from '../../lib/payload'
import { whenOnline } from '../../lib/navigation/offline'
import type { Image } from '../../lib/payload.gen'

const Lightbox = lazy(() => whenOnline(() => import('./lightbox')).then((module) => ({ default: module.Lightbox })))

interface Props {
  payload: Payload
  /** The index of the part of prose that it is; absent for a product. */
  part?: number
}

/** Pictures of a product, or of a gallery in prose, which open large in place. */
export function Gallery({ payload, part }: Props) {
  const { images, inProse } = galleryPictures(payload, part)
  const [shown, setShown] = useState<number>()
  const enlarge = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setShown(index)
  }
  return (
    <>
      <GalleryStrip images={images} inProse={inProse} onOpen={enlarge} />
      {shown !== undefined && (
        <Suspense>
          <Lightbox images={images} index={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the pictures of a product, or those of a part of the page's prose. */
function galleryPictures(payload: Payload, part = 0): { images: Image[]; inProse?: boolean } {
  if (payload.kind === 'product') return { images: payload.product.images }
  const parts = 'parts' in payload ? payload.parts : undefined
  return { images: parts?.[part]?.images ?? [], inProse: true }
}

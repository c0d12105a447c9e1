import { lazy, Suspense, useState, type MouseEvent } from 'react'
import type { Image } from '../../lib/payload.gen'
import { whenOnline } from '../../lib/navigation/offline'
import { GalleryStrip } from './fallback'

const Lightbox = lazy(() => whenOnline(() => import('./lightbox')).then((module) => ({ default: module.Lightbox })))

interface Props {
  images: Image[]
}

/** A product's pictures, which open large in place. */
export function Gallery({ images }: Props) {
  const [shown, setShown] = useState<number>()
  const enlarge = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setShown(index)
  }
  return (
    <>
      <GalleryStrip images={images} onOpen={enlarge} />
      {shown !== undefined && (
        <Suspense>
          <Lightbox images={images} index={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}

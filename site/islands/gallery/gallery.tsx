import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { Picture } from '../../components/ui/picture'
import type { Image } from '../../lib/payload.gen'
import { site } from '../../lib/site'

const Lightbox = lazy(() => import('./lightbox').then((module) => ({ default: module.Lightbox })))

export interface Props {
  images: Image[]
}

/** Pictures side by side, swiped on narrow screens. Each is a link to itself; with script it opens large in place. */
export function Gallery({ images }: Props) {
  const [shown, setShown] = useState<number>()
  const { t } = site()
  const enlarge = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setShown(index)
  }
  return (
    <>
      <ul className={`gallery gallery-${Math.min(images.length, 4)}`} aria-label={t('product.photos')}>
        {images.map((image, index) => (
          <li key={image.src}>
            <a href={image.src} onClick={(event) => enlarge(event, index)}>
              <Picture image={image} first={index === 0} />
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <Lightbox images={images} index={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}

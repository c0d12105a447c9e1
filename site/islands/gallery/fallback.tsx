import type { MouseEvent } from 'react'
import { Picture } from '../../components/ui/picture'
import { pictureOf } from '../../lib/image/image'
import type { Image } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  images: Image[]
  onOpen?: (event: MouseEvent, index: number) => void
}

/** Pictures side by side, swiped on narrow screens. Each is a link to itself. */
export function GalleryStrip({ images, onOpen }: Props) {
  return (
    <ul className={`gallery gallery-${Math.min(images.length, 4)}`} aria-label={site().t('product.photos')}>
      {images.map((image, index) => (
        <li key={image.src}>
          <a href={pictureOf(image, { preset: 'lightbox' }).src} onClick={onOpen && ((event) => onOpen(event, index))}>
            <Picture preset={index === 0 ? 'gallery' : 'galleryRest'} image={image} first={index === 0} />
          </a>
        </li>
      ))}
    </ul>
  )
}

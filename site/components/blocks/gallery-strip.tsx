import type { MouseEvent } from 'react'
import { pictureOf } from '../../lib/image/image'
import type { Image } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { Picture } from '../ui/picture'

interface Props {
  images: Image[]
  /** Whether they are in the prose of a page, and not at the head of a product's page. */
  inProse?: boolean
  onOpen?: (event: MouseEvent, index: number) => void
}

/** Pictures side by side, a product's swiped on narrow screens. Each is a link to itself. */
export function GalleryStrip({ images, inProse, onOpen }: Props) {
  const className = inProse ? 'prose-gallery' : `gallery gallery-${Math.min(images.length, 4)}`
  return (
    <ul className={className} aria-label={t('product.photos')}>
      {images.map((image, index) => (
        <li key={index}>
          <a href={pictureOf(image, { preset: 'lightbox' }).src} onClick={onOpen && ((event) => onOpen(event, index))}>
            <Picture preset={presetOf(index, inProse)} image={image} first={index === 0 && !inProse} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function presetOf(index: number, inProse?: boolean) {
  if (inProse) return 'post'
  return index === 0 ? 'gallery' : 'galleryRest'
}

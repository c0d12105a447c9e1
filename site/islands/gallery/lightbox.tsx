import './lightbox.css'
import { useCallback, useEffect, useRef, useState, type CSSProperties } from 'react'
import { Icon } from '../../components/ui/icon'
import { Picture } from '../../components/ui/picture'
import { Dialog } from '../../features/dialog/dialog'
import { pictureOf } from '../../lib/image/image'
import { getMeta, type ImageMeta } from './image-meta'
import type { Image } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'

/** The pictures large, one beside the other in the reading direction: swiped, stepped by buttons or by arrow keys. */
export function Lightbox({ images, index, onClose }: { images: Image[]; index: number; onClose: () => void }) {
  const strip = useRef<HTMLDivElement>(null)
  const { locale } = site()
  const sizes = useSizes(images)
  // Not an effect of this component: the first dialog renders its content later.
  const enter = useCallback(
    (element: HTMLDivElement | null) => {
      strip.current = element
      element?.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' })
    },
    [index],
  )

  const step = (towards: 'next' | 'previous') => {
    const direction = (towards === 'next') === (locale.dir === 'ltr') ? 1 : -1
    strip.current?.scrollBy({ left: direction * strip.current.clientWidth })
  }
  return (
    <Dialog
      look="lightbox"
      title={t('product.photos')}
      closeLabel={t('gallery.close')}
      onClose={onClose}
      initialFocus={strip}
    >
      <div ref={enter} className="lightbox-strip" role="region" aria-label={t('product.photos')} tabIndex={0}>
        {images.map((image, at) => (
          <figure key={at} style={proportions(image, sizes[image.src])}>
            <Picture preset="lightbox" image={image} first={at === index} />
            <figcaption aria-hidden="true">{image.alt}</figcaption>
          </figure>
        ))}
      </div>
      {images.length > 1 && (
        <p className="lightbox-steps">
          <button type="button" aria-label={t('gallery.previous')} onClick={() => step('previous')}>
            <Icon name="back" />
          </button>
          <button type="button" aria-label={t('gallery.next')} onClick={() => step('next')}>
            <Icon name="arrow" />
          </button>
        </p>
      )}
    </Dialog>
  )
}

/** Measures the pictures whose size the build does not know, since they are on other hosts. */
function useSizes(images: Image[]): Record<string, ImageMeta> {
  const [sizes, setSizes] = useState<Record<string, ImageMeta>>({})
  useEffect(() => {
    let closed = false
    for (const image of images.filter(({ width }) => !width)) {
      void getMeta(pictureOf(image, { preset: 'measure' }).src).then((meta) => {
        if (!closed) setSizes((known) => ({ ...known, [image.src]: meta }))
      })
    }
    return () => void (closed = true)
  }, [images])
  return sizes
}

/** Returns the style that keeps a picture's place before the picture has loaded. */
function proportions(image: Image, measured?: ImageMeta): CSSProperties | undefined {
  const { width, height } = measured ?? image
  if (!width || !height) return undefined
  const style: Record<string, string> = { '--ratio': String(width / height) }
  if (!measured) style['--width'] = `${width}px`
  return style
}

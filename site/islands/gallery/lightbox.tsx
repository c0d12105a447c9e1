import { useEffect, useRef } from 'react'
import { Icon } from '../../components/ui/icon'
import type { Image } from '../../lib/payload.gen'
import { site } from '../../lib/site'

export interface Props {
  images: Image[]
  index: number
  onClose: () => void
}

/** The pictures large, one beside the other in the reading direction: swiped, stepped by buttons or by arrow keys. */
export function Lightbox({ images, index, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const { t, locale } = site()
  useEffect(() => {
    dialog.current?.showModal()
    strip.current?.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' })
  }, [index])

  const step = (towards: 'next' | 'previous') => {
    const way = (towards === 'next') === (locale.dir === 'ltr') ? 1 : -1
    strip.current?.scrollBy({ left: way * strip.current.clientWidth })
  }
  return (
    <dialog ref={dialog} className="lightbox" aria-label={t('product.photos')} onClose={onClose}>
      <div ref={strip} className="lightbox-strip" role="region" aria-label={t('product.photos')} tabIndex={0}>
        {images.map((image) => (
          <figure key={image.src}>
            <img src={image.src} alt={image.alt} width={image.width} height={image.height} />
            <figcaption aria-hidden="true">{image.alt}</figcaption>
          </figure>
        ))}
      </div>
      <button
        type="button"
        className="lightbox-close"
        aria-label={t('gallery.close')}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="cross" />
      </button>
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
    </dialog>
  )
}

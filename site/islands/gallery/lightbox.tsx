import { useEffect, useRef, type KeyboardEvent } from 'react'
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
  const strip = useRef<HTMLUListElement>(null)
  const { t, locale } = site()
  useEffect(() => {
    dialog.current?.showModal()
    strip.current?.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' })
  }, [index])

  const step = (by: 1 | -1) => {
    const way = locale.dir === 'rtl' ? -by : by
    strip.current?.scrollBy({ left: way * strip.current.clientWidth })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step((event.key === 'ArrowRight') === (locale.dir === 'ltr') ? 1 : -1)
  }
  return (
    <dialog ref={dialog} className="lightbox" aria-label={t('product.photos')} onClose={onClose} onKeyDown={onKeyDown}>
      <ul ref={strip}>
        {images.map((image) => (
          <li key={image.src}>
            <img src={image.src} alt={image.alt} width={image.width} height={image.height} />
            <p>{image.alt}</p>
          </li>
        ))}
      </ul>
      <button type="button" className="lightbox-close" aria-label={t('gallery.close')} onClick={() => dialog.current?.close()}>
        <Icon name="cross" />
      </button>
      {images.length > 1 && (
        <p className="lightbox-steps">
          <button type="button" aria-label={t('gallery.previous')} onClick={() => step(-1)}>
            <Icon name="back" />
          </button>
          <button type="button" aria-label={t('gallery.next')} onClick={() => step(1)}>
            <Icon name="arrow" />
          </button>
        </p>
      )}
    </dialog>
  )
}

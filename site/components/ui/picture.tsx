import { pictureOf, type PictureRequest } from '../../lib/image/image'
import type { Image } from '../../lib/payload.gen'
import { registerFirstPicture } from '../../lib/document/placement'

interface Props extends PictureRequest {
  image: Image
  className?: string
  /** The first picture of a page, which visitors wait for: its document preloads it. */
  first?: boolean
  /** The text beside it has the same meaning. */
  decorative?: boolean
}

/** A picture with the sizes of its preset. */
export function Picture({ image, className, first, decorative, ...request }: Props) {
  const found = pictureOf(image, request)
  const { placeholder, src, srcSet, avif, sizes, width, height } = found
  if (first) registerFirstPicture(found)
  const img = (
    <img
      className={className}
      // Before src, or Safari fetches that too.
      srcSet={srcSet}
      sizes={sizes}
      width={width || undefined}
      height={height || undefined}
      src={src}
      alt={decorative ? '' : image.alt}
      lang={image.lang}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? undefined : 'async'}
      style={placeholder ? { background: `url(${placeholder}) 50% / cover` } : undefined}
    />
  )
  if (!avif) return img
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {img}
    </picture>
  )
}

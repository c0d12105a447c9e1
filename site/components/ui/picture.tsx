import type { Image } from '../../lib/payload.gen'

interface Props {
  image: Image
  className?: string
  /** The first picture of a page, which visitors wait for. */
  first?: boolean
  /** The words beside it say the same already. */
  decorative?: boolean
}

export function Picture({ image, className, first, decorative }: Props) {
  return (
    <img
      className={className}
      src={image.src}
      alt={decorative ? '' : image.alt}
      width={image.width}
      height={image.height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? undefined : 'async'}
    />
  )
}

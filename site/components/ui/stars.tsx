import type { CSSProperties } from 'react'
import { formatRating } from '../../lib/i18n/format'
import { site } from '../../lib/site'

interface Props {
  value: number
}

/** Five stars, filled up to the value. */
export function Stars({ value }: Props) {
  const label = site().t('rating.stars', { value: Number.isInteger(value) ? value : formatRating(value) })
  return <span className="stars" role="img" aria-label={label} style={{ '--of': value } as CSSProperties} />
}

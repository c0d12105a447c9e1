import type { CSSProperties } from 'react'
import { formatRating } from '../../lib/i18n/format'
import { t } from '../../lib/site'

/** Five stars, filled up to the value. */
export function Stars({ value }: { value: number }) {
  const label = t('rating.stars', { value: Number.isInteger(value) ? value : formatRating(value) })
  return <span className="stars" role="img" aria-label={label} style={{ '--of': value } as CSSProperties} />
}

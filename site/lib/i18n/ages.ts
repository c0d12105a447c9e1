import type { Range } from '../payload.gen'
import { t } from '../site'

/** Returns ages in words, since "5–75" reverses in Arabic. With `years` the text has the word for ages. */
export function formatAges({ min, max }: Range, years = false): string {
  if (min === 0 && max) return t(years ? 'ages.yearsUpTo' : 'ages.upTo', { max })
  if (max) return t(years ? 'ages.years' : 'ages.range', { min, max })
  if (min > 0) return t(years ? 'ages.yearsFrom' : 'ages.from', { min })
  return t('ages.all')
}

/** Returns the ages of a unit of the API; undefined where it has none. */
export function unitAges({ minAge, maxAge }: { minAge?: number; maxAge?: number }): string | undefined {
  return minAge === undefined && maxAge === undefined ? undefined : formatAges({ min: minAge ?? 0, max: maxAge }, true)
}

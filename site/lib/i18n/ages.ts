import type { Range } from '../payload.gen'
import { site } from '../site'

/** Ages in words, since "5–75" turns round in Arabic. `years` says that they are ages, where no label does. */
export function formatAges({ min, max }: Range, years = false): string {
  const { t } = site()
  if (min === 0 && max) return t(years ? 'ages.yearsUpTo' : 'ages.upTo', { max })
  if (max) return t(years ? 'ages.years' : 'ages.range', { min, max })
  if (min > 0) return t(years ? 'ages.yearsFrom' : 'ages.from', { min })
  return t('ages.all')
}

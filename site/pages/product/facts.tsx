import type { ReactNode } from 'react'
import { formatAges } from '../../lib/i18n/ages'
import { formatCount, formatDuration, formatList, formatTime, languageName } from '../../lib/i18n/format'
import type { ProductDetail, Season } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface Fact {
  label: string
  value: ReactNode
}

/** The most important facts, as a strip like the stub of a boarding pass. */
export function Facts({ product }: { product: ProductDetail }) {
  const { duration, minimumDuration, pickup, ages, guideLanguages, options } = product
  const { capacity = 0 } = options[0] ?? {}
  const facts: Fact[] = [
    minimumDuration
      ? { label: t('facts.duration'), value: t('facts.atLeast', { duration: formatDuration(minimumDuration) }) }
      : { label: t('facts.duration'), value: formatDuration(duration) },
    ...startFacts(options[0]?.schedule.seasons[0]),
    {
      label: t('facts.pickup'),
      value: t(pickup ? (pickup.included ? 'facts.included' : 'facts.onRequest') : 'facts.none'),
    },
  ]
  if (capacity > 0) facts.push({ label: t('facts.group'), value: t('facts.upTo', { n: formatCount(capacity) }) })
  if (ages) facts.push({ label: t('ages.label'), value: formatAges(ages) })
  if (guideLanguages?.length) {
    facts.push({ label: t('facts.languages'), value: formatList(guideLanguages.map(languageName)) })
  }
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function startFacts(season: Season | undefined): Fact[] {
  const { startTimes = [], openingHours = [] } = season ?? {}
  const [time] = startTimes
  const [hours] = openingHours
  if (time) {
    const value =
      startTimes.length > 1
        ? t('facts.several', { time: formatTime(time), n: startTimes.length - 1 })
        : formatTime(time)
    return [{ label: t('facts.starts'), value: <bdi>{value}</bdi> }]
  }
  if (!hours) return []
  return [
    { label: t('facts.opens'), value: t('facts.between', { from: formatTime(hours.from), to: formatTime(hours.to) }) },
  ]
}

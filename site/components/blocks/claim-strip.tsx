import { formatCount } from '../../lib/i18n/format'
import { site, t } from '../../lib/site'

/** The deployment's claims: its numbers of experiences and activities, if it has any. */
export function ClaimStrip() {
  const { claims } = site().shell
  if (!claims) return null
  const figures = [
    { value: claims.experiences, label: t('home.experiences') },
    { value: claims.activities, label: t('home.activities') },
    { value: claims.searchActivities, label: t('home.searchActivities') },
  ]
  return (
    <ul className="claims" aria-label={t('home.claims')}>
      {figures
        .filter(({ value }) => value > 0)
        .map(({ value, label }) => (
          <li key={label}>
            <b>
              <bdi dir="ltr">{t('home.figure', { value: formatCount(value) })}</bdi>
            </b>
            <span>{label}</span>
          </li>
        ))}
    </ul>
  )
}

import type { Analytics } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'
import { Interpolate } from '../ui/interpolate'

/** Asks whether visits may be counted. Hidden until widgets/analytics/analytics.ts shows it. */
export function ConsentNotice({ analytics }: { analytics: Analytics }) {
  return (
    <section id="consent" className="consent" aria-labelledby="consent-title" tabIndex={-1} hidden>
      <div className="wrap">
        <div>
          <h2 id="consent-title">{t('consent.title')}</h2>
          <p className="small">
            <Interpolate
              message={(placeholders) => t('consent.text', placeholders)}
              values={{ host: <bdi>{new URL(analytics.script).host}</bdi> }}
            />{' '}
            <a className="link" href={href('/privacy-policy')}>
              {t('nav.privacy')}
            </a>
          </p>
        </div>
        <p className="consent-choices">
          {/* Both look the same: neither answer is easier than the other. */}
          <button type="button" className="button" data-consent-choice="no">
            {t('consent.decline')}
          </button>
          <button type="button" className="button" data-consent-choice="yes">
            {t('consent.accept')}
          </button>
        </p>
      </div>
    </section>
  )
}

import { ClaimStrip } from '../../components/blocks/claim-strip'
import { site, t } from '../../lib/site'

/** No picture: one line above the list. */
export function Hero() {
  const { shell } = site()
  return (
    <div className="desk-head">
      <h1>{shell.tagline ?? t('home.title')}</h1>
      {shell.claims && <ClaimStrip claims={shell.claims} />}
    </div>
  )
}

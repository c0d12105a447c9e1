import { site } from '../lib/site'

/** Past the header to the page, for who goes by keyboard. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#page">
      {site().t('nav.skip')}
    </a>
  )
}

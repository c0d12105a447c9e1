import { site } from '../lib/site'

/** A link past the header to the page, for keyboard users. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#page">
      {site().t('nav.skip')}
    </a>
  )
}

import { site } from '../lib/site'

/** The first link of a page, shown when it has the focus: past the header, to the content. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#page">
      {site().t('nav.skip')}
    </a>
  )
}

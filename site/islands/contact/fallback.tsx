import { site } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'

/** The form before its script: the size of what is coming, or words where nothing comes. */
export function ContactFallback() {
  return (
    <>
      <p className="skeleton skeleton-form skeleton-message" aria-hidden="true" />
      <NoScript text={site().t('contact.noScript')} />
    </>
  )
}

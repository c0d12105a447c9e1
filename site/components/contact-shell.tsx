import { site } from '../lib/site'
import { ContactWays } from './contact-ways'

/** The form before its script: the size of what is coming, or words where nothing comes. */
export function ContactShell() {
  return (
    <>
      <p className="skeleton skeleton-form skeleton-message" aria-hidden="true" />
      <noscript>
        <p>{site().t('contact.noScript')}</p>
        <ContactWays />
      </noscript>
    </>
  )
}

import { t } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'

/** The form before its script: a skeleton, or a text for visitors without scripts. */
export function ContactFallback() {
  return (
    <>
      <p className="skeleton skeleton-form skeleton-message" aria-hidden="true" />
      <NoScript text={t('contact.noScript')} />
    </>
  )
}

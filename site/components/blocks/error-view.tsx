import { t } from '../../lib/site'

/** The page of any error but a missing page: its message, or else the specification's text. */
export function ErrorView({ message }: { message?: string }) {
  return (
    <div className="wrap error-view" role="alert">
      <h1>{message || t('error.unknown')}</h1>
    </div>
  )
}

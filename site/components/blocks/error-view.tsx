import { site } from '../../lib/site'

interface Props {
  message?: string
}

/** Any error but a missing page: its message, or the specification's words if it has none. */
export function ErrorView({ message }: Props) {
  return (
    <div className="wrap error-view" role="alert">
      <h1>{message || site().t('error.unknown')}</h1>
    </div>
  )
}

import { site } from '../../lib/site'

interface Props {
  message?: string
}

/** The page of any error but a missing page: its message, or else the specification's text. */
export function ErrorView({ message }: Props) {
  return (
    <div className="wrap error-view" role="alert">
      <h1>{message || site().t('error.unknown')}</h1>
    </div>
  )
}

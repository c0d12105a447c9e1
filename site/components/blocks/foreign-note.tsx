import { languageName } from '../../lib/i18n/format'
import type { Language } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface Props {
  /** The language of the page's content, if it differs from the page's. */
  written: Language | undefined
  /** A list's page has only its introduction in the other language. */
  list?: boolean
}

/** The note that a page's content is in another language. */
export function ForeignNote({ written, list }: Props) {
  if (!written) return null
  const language = languageName(written.lang)
  return <p className="foreign-note small muted">{t(list ? 'foreign.list' : 'foreign.page', { language })}</p>
}

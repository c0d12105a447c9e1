import { languageName } from '../../lib/i18n/format'
import type { Language } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface Props {
  /** The language of the page's content, if it differs from the page's. */
  writtenIn: Language | undefined
  /** A list's page has only its introduction in the other language. */
  isList?: boolean
}

/** The note that a page's content is in another language. */
export function OtherLanguageNote({ writtenIn, isList }: Props) {
  if (!writtenIn) return null
  const language = languageName(writtenIn.lang)
  return <p className="foreign-note small muted">{t(isList ? 'foreign.list' : 'foreign.page', { language })}</p>
}

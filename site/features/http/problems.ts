import type { Problem, ProblemField } from './api'
import { t } from '../../lib/site'
import { formatSpan } from '../../lib/i18n/span'

/** Returns the text of a failure. Needs the messages `problem` and `error`; for too many tries, `span` too. */
export function problemText({ code, retryAfter }: Pick<Problem, 'code' | 'retryAfter'>): string {
  if (code === 'too_many_tries') return t('problem.too_many_tries', { span: waitText(retryAfter) })
  // Codes that visitors can do nothing about have no text of their own; nor have codes that this build does not know.
  return t(`problem.${code}`, { defaultValue: t('error.unknown') })
}

/** Rounds up to whole minutes, or to whole hours from two hours on. */
function waitText(seconds = 60): string {
  const minutes = Math.ceil(seconds / 60)
  return formatSpan(minutes < 120 ? minutes : Math.ceil(minutes / 60) * 60)
}

/** Returns the error text of one field. Needs the messages `form`. */
export function fieldErrorText(code: ProblemField['code']): string {
  return t(`form.${code}`)
}

/** Returns the error texts of fields by their names, the first of each. */
export function fieldErrorTexts(fields: ProblemField[] = []): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { name, code } of fields) texts[name] ??= fieldErrorText(code)
  return texts
}

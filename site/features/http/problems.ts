import type { Problem, ProblemField } from './api'
import { site } from '../../lib/site'
import { formatSpan } from '../../lib/i18n/span'

// Codes that a visitor can do nothing about share the words for anything else.
const worded =
  'invalid not_found unavailable network sold_out cart_empty cart_changed cart_full currency_mismatch price_changed ' +
  'hold_expired in_flight key_reused not_possible method_unavailable promo_unknown promo_not_started promo_expired ' +
  'promo_minimum promo_used_up promo_not_applicable signed_out wrong_password link_expired too_many_unpaid'

/** A failure in words. Needs the messages `problem` and `error`; of too many tries, `span` too. */
export function problemText({ code, retryAfter }: Pick<Problem, 'code' | 'retryAfter'>): string {
  const { t } = site()
  if (code === 'too_many_tries') return t('problem.too_many_tries', { span: waitText(retryAfter) })
  return worded.split(' ').includes(code) ? t(`problem.${code as 'invalid'}`) : t('error.unknown')
}

/** Whole minutes, and whole hours from two on: nobody is told to come back too early. */
function waitText(seconds = 60): string {
  const minutes = Math.ceil(seconds / 60)
  return formatSpan(minutes < 120 ? minutes : Math.ceil(minutes / 60) * 60)
}

/** What is wrong with one field, in words. Needs the messages `form`. */
export function fieldText(code: ProblemField['code']): string {
  return site().t(`form.${code}`)
}

/** The words for each field of a problem whose name begins with `prefix`, by the rest of the name. */
export function fieldTexts({ fields = [] }: Pick<Problem, 'fields'>, prefix = ''): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { name, code } of fields) {
    if (name.startsWith(prefix)) texts[name.slice(prefix.length)] ??= fieldText(code)
  }
  return texts
}

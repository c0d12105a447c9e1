import type { Problem, ProblemField } from './api'
import { site } from './site'

// Codes that a visitor can do nothing about share the words for anything else.
const worded =
  'invalid not_found unavailable network sold_out cart_empty cart_changed cart_full currency_mismatch price_changed ' +
  'hold_expired in_flight key_reused not_possible method_unavailable promo_unknown promo_not_started promo_expired ' +
  'promo_minimum promo_used_up promo_not_applicable'

/** A failure in words. Needs the messages `problem` and `error`. */
export function problemText({ code }: Pick<Problem, 'code'>): string {
  const { t } = site()
  return worded.split(' ').includes(code) ? t(`problem.${code as 'invalid'}`) : t('error.unknown')
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

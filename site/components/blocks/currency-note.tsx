import { currency, chargedCurrency, shownCurrencies } from '../../lib/money/currency'
import { currencyInText, formatDate } from '../../lib/i18n/format'
import { site, t } from '../../lib/site'

/**
 * States at which rates prices are converted, and which currency is charged. Every page of a deployment with several
 * currencies has it, hidden while prices are in the deployment's own; a choice in the browser shows it
 * (render/client/reprice.tsx).
 */
export function CurrencyNote() {
  if (shownCurrencies().length < 2) return null
  const text = noteText()
  return (
    <p className="small" data-currency-note="" hidden={text === ''}>
      {text}
    </p>
  )
}

/** Returns the note for the currency that is shown; '' if nothing is converted. */
export function noteText(): string {
  const { shell } = site()
  const [own = ''] = shell.currencies
  const shown = currency()
  if (shown === own) return ''
  const values = {
    currency: currencyInText(shown),
    own: currencyInText(own),
    date: formatDate(shell.currency.date ?? ''),
  }
  return t(chargedCurrency() === shown ? 'currency.noteTaken' : 'currency.note', values)
}

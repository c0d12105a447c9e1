import { currency, settledCurrency, shownCurrencies } from '../../lib/money/currency'
import { currencyInText, formatDate } from '../../lib/i18n/format'
import { site } from '../../lib/site'

/**
 * By which rates prices are converted, and what one pays in. It stands on every page, seen only where there is something to
 * say: the words for both cases are in its attributes, so that a choice made in the browser needs no others.
 */
export function CurrencyNote() {
  const { t, shell } = site()
  if (shownCurrencies().length < 2) return null
  const [own = ''] = shell.currencies
  const values = { own: currencyInText(own), date: formatDate(shell.currency.date ?? ''), currency: '{}' }
  const [paid, taken] = [t('currency.note', values), t('currency.noteTaken', values)]
  const shown = currency()
  return (
    <p className="small" data-currency-note="" data-paid={paid} data-taken={taken} hidden={shown === own}>
      {noteText({ paid, taken })}
    </p>
  )
}

/** The words for the currency that is shown; empty where nothing is converted. */
export function noteText({ paid = '', taken = '' }: { paid?: string; taken?: string }): string {
  const shown = currency()
  if (shown === site().shell.currencies[0]) return ''
  return (settledCurrency() === shown ? taken : paid).replaceAll('{}', currencyInText(shown))
}

import { Icon } from '../components/ui/icon'
import { currency, shownCurrencies } from '../lib/money/currency'
import { currencyName } from '../lib/i18n/format'
import { t } from '../lib/site'

/** The select of the currency that prices are shown in, over the code of the present one. It needs scripts. */
export function CurrencyChoice({ className }: { className: string }) {
  const [shown, codes] = [currency(), shownCurrencies()]
  if (codes.length < 2) return null
  return (
    <label className={`header-item currency-choice ${className}`}>
      <span className="currency-word">{t('nav.currencyChoice')}</span>
      <bdi aria-hidden="true" data-currency-code="">
        {shown}
      </bdi>
      <Icon name="chevron" />
      <select data-currencies="" autoComplete="off" defaultValue={shown}>
        {codes.map((code) => (
          <option key={code} value={code}>
            {t('nav.currencyOption', { code, name: currencyName(code) })}
          </option>
        ))}
      </select>
    </label>
  )
}

import { Controller, type UseFormReturn } from 'react-hook-form'
import { Section } from '../../components/section'
import { EmailField, TextField } from '../../components/ui/text-field'
import type { ProblemField } from '../../lib/api'
import { fieldText } from '../../lib/problems'
import { site } from '../../lib/site'
import type { BuyerName, BuyerValues } from './buyer'
import { CountryField } from './country-field'
import { loadPhones } from './phone'

interface Props {
  form: UseFormReturn<BuyerValues>
  remember: boolean
  onRemember: (remember: boolean) => void
}

/** Five fields: who orders, and how to reach them. */
export function BuyerFields({ form, remember, onRemember }: Props) {
  const { t, href } = site()
  const { register, control, formState } = form
  const error = (name: BuyerName) => {
    const code = formState.errors[name]?.message
    return code === undefined ? undefined : fieldText(code as ProblemField['code'])
  }
  const text = (name: BuyerName) => ({ ...register(name), id: `buyer.${name}`, error: error(name), required: true })
  return (
    <Section title={t('checkout.buyer')}>
      <p className="muted">{t('checkout.buyerText')}</p>
      <div className="field-grid">
        <TextField {...text('firstName')} label={t('checkout.firstName')} maxLength={100} autoComplete="given-name" />
        <TextField {...text('lastName')} label={t('checkout.lastName')} maxLength={100} autoComplete="family-name" />
        <EmailField
          {...text('email')}
          className="field-wide"
          label={t('checkout.email')}
          hint={t('checkout.emailHint')}
        />
        <Controller
          control={control}
          name="phoneCountry"
          render={({ field: { ref, value, onChange } }) => (
            <CountryField
              ref={ref}
              id="buyer.phoneCountry"
              value={value}
              onChange={onChange}
              error={error('phoneCountry')}
            />
          )}
        />
        <TextField
          {...text('phone')}
          label={t('checkout.phone')}
          type="tel"
          dir="ltr"
          maxLength={40}
          autoComplete="tel-national"
          onFocus={() => void loadPhones().catch(() => {})}
        />
      </div>
      <Remember checked={remember} onChange={onRemember} />
      <a className="go link" href={href('/cart#guest')}>
        {t('checkout.forSomeone')}
      </a>
    </Section>
  )
}

/** Consent to being remembered beyond this visit. */
function Remember({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = site()
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby="remember-text"
          onChange={({ target }) => onChange(target.checked)}
        />
        {t('checkout.remember')}
      </label>
      <p id="remember-text" className="small muted">
        {t('checkout.rememberText')}
      </p>
    </>
  )
}

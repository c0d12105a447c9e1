import { ActionLink } from '../../components/ui/action-link'
import { Section } from '../../components/blocks/section'
import { EmailField, TextField } from '../../features/forms/text-field'
import { href, t } from '../../lib/site'
import type { Form } from '../../features/forms/use-form'
import type { BuyerValues } from '../../features/order/buyer'
import { PhoneFields } from '../../features/phone/phone-fields'

interface Props {
  form: Form<BuyerValues>
  /** Whether the visitor consents to being remembered beyond this visit. */
  remember: boolean
  onRemember: (remember: boolean) => void
}

/** The five fields of the buyer: name and contact details. */
export function BuyerFields({ form, remember, onRemember }: Props) {
  const { field } = form
  return (
    <Section title={t('checkout.buyer')}>
      <p className="muted">{t('checkout.buyerText')}</p>
      <div className="field-grid">
        <TextField {...field('firstName')} label={t('checkout.firstName')} maxLength={100} autoComplete="given-name" />
        <TextField {...field('lastName')} label={t('checkout.lastName')} maxLength={100} autoComplete="family-name" />
        <EmailField
          {...field('email')}
          className="field-wide"
          label={t('checkout.email')}
          hint={t('checkout.emailHint')}
        />
        <PhoneFields country={field('phoneCountry')} phone={field('phone')} maxLength={40} />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={remember}
          aria-describedby="remember-text"
          onChange={({ target }) => onRemember(target.checked)}
        />
        {t('checkout.remember')}
      </label>
      <p id="remember-text" className="small muted">
        {t('checkout.rememberText')}
      </p>
      <ActionLink label={t('checkout.forSomeone')} href={href('/cart#guest')} />
    </Section>
  )
}

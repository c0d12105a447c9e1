import { TextArea } from '../../features/forms/text-area'
import { EmailField, TextField } from '../../features/forms/text-field'
import { currencyInText } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { CountryField } from '../../features/country/country-field'
import { loadPhones } from '../../features/country/phone'
import type { Form } from '../../features/forms/use-form'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { longestMessage, longestName, type RequestValues } from './request'

interface Props {
  form: Form<RequestValues>
  product: TicketProduct
}

/** What the visitor would pay, who he is, and what he has in mind. */
export function RequestFields({ form, product: { currency } }: Props) {
  const { t } = site()
  const { field, values } = form
  return (
    <div className="request-fields">
      <TextField
        {...field('offer')}
        label={t('negotiation.offer', { currency: currencyInText(currency) })}
        required={false}
        optional={t('form.optional')}
        hint={t('negotiation.offerHint')}
        inputMode="decimal"
        dir="ltr"
        maxLength={30}
        autoComplete="off"
      />
      <fieldset className="request-fields">
        <legend>{t('negotiation.contact')}</legend>
        <TextField {...field('name')} label={t('negotiation.name')} maxLength={longestName} autoComplete="name" />
        <EmailField {...field('email')} label={t('negotiation.email')} hint={t('negotiation.emailHint')} />
        <PhoneFields form={form} />
      </fieldset>
      <TextArea
        {...field('message')}
        label={t('negotiation.message')}
        required={false}
        optional={t('form.optional')}
        hint={t('negotiation.messageHint')}
        rows={4}
        length={[...values.message].length}
        most={longestMessage}
      />
    </div>
  )
}

function PhoneFields({ form: { field, set } }: Pick<Props, 'form'>) {
  const { id, value, error } = field('phoneCountry')
  return (
    <>
      <CountryField id={id} value={value} error={error} onChange={(phoneCountry) => set({ phoneCountry })} />
      <TextField
        {...field('phone')}
        label={site().t('checkout.phone')}
        type="tel"
        dir="ltr"
        maxLength={30}
        autoComplete="tel-national"
        onFocus={() => void loadPhones().catch(() => {})}
      />
    </>
  )
}

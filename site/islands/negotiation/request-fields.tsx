import { TextArea } from '../../features/forms/text-area'
import { EmailField, TextField } from '../../features/forms/text-field'
import { currencyInText } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { PhoneFields } from '../../features/phone/phone-fields'
import type { Form } from '../../features/forms/use-form'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { longestMessage, longestName, type RequestValues } from './request-schema'

interface Props {
  form: Form<RequestValues>
  product: TicketProduct
}

/** The fields of a price request: an offer, the visitor's contact details, a message. */
export function RequestFields({ form: { field, values }, product: { currency } }: Props) {
  const { t } = site()
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
        <PhoneFields country={field('phoneCountry')} phone={field('phone')} maxLength={30} />
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

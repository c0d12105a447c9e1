import { Controller, useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { TextArea } from '../../components/ui/text-area'
import { EmailField, TextField } from '../../components/ui/text-field'
import type { ProblemField } from '../../lib/api'
import { currencyInText, formatCount } from '../../lib/format'
import { fieldText } from '../../lib/problems'
import { site } from '../../lib/site'
import { CountryField } from '../checkout/country-field'
import { loadPhones } from '../checkout/phone'
import type { TicketProduct } from '../ticket/ticket-product'
import { longestMessage, longestName, type RequestName, type RequestValues } from './request'

interface Props {
  form: UseFormReturn<RequestValues>
  product: TicketProduct
}

/** What the visitor would pay, who he is, and what he has in mind. */
export function RequestFields({ form, product: { currency } }: Props) {
  const { t } = site()
  const { register, control, formState } = form
  const message = useWatch({ control, name: 'message' })
  const error = (name: RequestName) => {
    const code = formState.errors[name]?.message
    return code === undefined ? undefined : wordsOf(name, code, currency)
  }
  const text = (name: RequestName) => ({ ...register(name), id: `request.${name}`, error: error(name) })
  return (
    <div className="request-fields">
      <TextField
        {...text('offer')}
        label={t('negotiation.offer', { currency: currencyInText(currency) })}
        optional={t('form.optional')}
        hint={t('negotiation.offerHint')}
        inputMode="decimal"
        dir="ltr"
        maxLength={30}
        autoComplete="off"
      />
      <fieldset className="request-fields">
        <legend>{t('negotiation.contact')}</legend>
        <TextField
          {...text('name')}
          label={t('negotiation.name')}
          required
          maxLength={longestName}
          autoComplete="name"
        />
        <EmailField {...text('email')} label={t('negotiation.email')} hint={t('negotiation.emailHint')} required />
        <PhoneFields form={form} field={text} />
      </fieldset>
      <TextArea
        {...text('message')}
        label={t('negotiation.message')}
        optional={t('form.optional')}
        hint={t('negotiation.messageHint')}
        rows={4}
        length={[...message].length}
        most={longestMessage}
      />
    </div>
  )
}

interface PhoneProps extends Pick<Props, 'form'> {
  field: (name: RequestName) => UseFormRegisterReturn & { id: string; error: string | undefined }
}

function PhoneFields({ form, field }: PhoneProps) {
  const { id, error } = field('phoneCountry')
  return (
    <>
      <Controller
        control={form.control}
        name="phoneCountry"
        render={({ field: { ref, value, onChange } }) => (
          <CountryField ref={ref} id={id} value={value} onChange={onChange} error={error} />
        )}
      />
      <TextField
        {...field('phone')}
        label={site().t('checkout.phone')}
        required
        type="tel"
        dir="ltr"
        maxLength={30}
        autoComplete="tel-national"
        onFocus={() => void loadPhones().catch(() => {})}
      />
    </>
  )
}

/** What is wrong, in words: those of the shared form speak of what is booked. */
function wordsOf(name: RequestName, code: string, currency: string): string {
  const { t } = site()
  if (name === 'offer')
    return t('negotiation.offerWrong', { currency: currencyInText(currency), example: formatCount(1500) })
  return code === 'max' ? t('form.tooLong') : fieldText(code as ProblemField['code'])
}

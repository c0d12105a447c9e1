import { Button } from '../../components/ui/button'
import { isBookable } from '../../features/booking/availability'
import { t } from '../../lib/site'
import { TicketAction } from '../../features/booking/ticket-actions'
import { TicketFrame } from '../../features/booking/ticket-frame'
import type { SummaryPart } from '../../features/booking/ticket-summary'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { RequestSent } from './request-sent'
import { useNegotiation, type PriceRequest } from './use-negotiation'
import { TextArea } from '../../features/forms/text-area'
import { EmailField, TextField } from '../../features/forms/text-field'
import { currencyInText } from '../../lib/i18n/format'
import { PhoneFields } from '../../features/phone/phone-fields'
import type { Form } from '../../features/forms/use-form'
import { maxMessageLength, maxNameLength, type RequestValues } from './request-schema'
import './negotiation.css'

interface Props {
  product: TicketProduct
  request: PriceRequest
  /** The part that the visitor opened. */
  openAt?: SummaryPart
}

/** Option, date, start, travellers; under the tear the visitor's price, contact details and wishes. */
export function RequestForm({ product, request, openAt }: Props) {
  const { ticket, submit, startOver } = useNegotiation(product, request)
  const { form, sent } = request
  // The fields are validated first, which may wait for the library that knows phone numbers.
  const sending = form.busy || ticket.submission.sending
  if (sent) return <RequestSent sent={sent} product={product} onAgain={startOver} />
  return (
    <TicketFrame
      ticket={ticket}
      title={t('booking.ask')}
      openAt={openAt}
      className="request"
      busy={sending}
      onSubmit={(event) => void submit(event)}
      intro={<p className="small">{t('negotiation.intro')}</p>}
    >
      <RequestFields form={form} product={product} />
      <TicketAction ticket={ticket}>
        <Button
          type="submit"
          className="ticket-action"
          label={t('negotiation.send')}
          loading={sending}
          disabled={!ticket.slots.data?.slots.some(isBookable)}
        />
        <p className="small muted">{t('negotiation.free')}</p>
      </TicketAction>
    </TicketFrame>
  )
}

interface FieldsProps {
  form: Form<RequestValues>
  product: TicketProduct
}

/** The fields of a price request: an offer, the visitor's contact details, a message. */
function RequestFields({ form: { field, values }, product: { currency } }: FieldsProps) {
  return (
    <div className="request-fields">
      <TextField
        {...field('offer')}
        label={t('negotiation.offer', { currency: currencyInText(currency) })}
        optional
        hint={t('negotiation.offerHint')}
        inputMode="decimal"
        dir="ltr"
        maxLength={30}
        autoComplete="off"
      />
      <fieldset className="request-fields">
        <legend>{t('negotiation.contact')}</legend>
        <TextField {...field('name')} label={t('negotiation.name')} maxLength={maxNameLength} autoComplete="name" />
        <EmailField {...field('email')} label={t('negotiation.email')} hint={t('negotiation.emailHint')} />
        <PhoneFields country={field('phoneCountry')} phone={field('phone')} maxLength={30} />
      </fieldset>
      <TextArea
        {...field('message')}
        label={t('negotiation.message')}
        optional
        hint={t('negotiation.messageHint')}
        rows={4}
        length={[...values.message].length}
        limit={maxMessageLength}
      />
    </div>
  )
}

import '../../features/order/booking.css'
import '../../features/booking/choices.css'
import '../../features/forms/fields.css'
import './negotiation.css'
import { useRef } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import { Button } from '../../components/ui/button'
import { isBookable } from '../../features/booking/availability'
import { t } from '../../lib/site'
import { ActionError, Retry } from '../../features/booking/ticket-actions'
import { LengthOfStay, Travellers } from '../../features/booking/travellers'
import { DateField } from '../../features/booking/date-field'
import { DaySlots } from '../../features/booking/day-slots'
import { focusOn, useTicketFocus } from '../../features/booking/use-ticket-focus'
import { OptionChoice } from '../../features/booking/option-choice'
import type { Part } from '../../features/booking/ticket-summary'
import type { TicketProduct } from '../../features/booking/ticket-product'
import type { TicketState } from '../../features/booking/use-ticket'
import { RequestSent } from './request-sent'
import { useNegotiation } from './use-negotiation'
import { TextArea } from '../../features/forms/text-area'
import { EmailField, TextField } from '../../features/forms/text-field'
import { currencyInText } from '../../lib/i18n/format'
import { PhoneFields } from '../../features/phone/phone-fields'
import type { Form } from '../../features/forms/use-form'
import { longestMessage, longestName, type RequestValues } from './request-schema'

interface Props {
  product: TicketProduct
  /** The part that the visitor opened. */
  openAt?: Part
}

/** Option, date, start, travellers; under the tear the visitor's price, contact details and wishes. */
export function RequestForm({ product, openAt }: Props) {
  const { ticket, form: request, sent, submit, again } = useNegotiation(product)
  const form = useRef<HTMLFormElement>(null)
  useTicketFocus(form, ticket, openAt)
  if (sent) return <RequestSent sent={sent} product={product} onAgain={again} />
  return (
    <form
      ref={form}
      className="request"
      noValidate
      aria-busy={ticket.adding.sending}
      onSubmit={(event) => void submit(event)}
    >
      <div className="ticket-body">
        <h2 className="sr-only">{t('booking.ask')}</h2>
        <p className="price price-large">
          <PriceFrom price={ticket.draft.option.from ?? product.price} own={ticket.draft.option.from !== undefined} />
        </p>
        <p className="small">{t('negotiation.intro')}</p>
        <OptionChoice options={product.options} chosen={ticket.draft.option.id} onChoose={ticket.chooseOption} />
        <DateField ticket={ticket} opened={openAt === 'date'} />
        <DaySlots ticket={ticket} onDayChosen={() => form.current && focusOn(form.current, 'date')} />
        <Travellers ticket={ticket} opened={openAt === 'units'} />
        <LengthOfStay ticket={ticket} />
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <RequestFields form={request} product={product} />
        <SendAction ticket={ticket} />
      </div>
    </form>
  )
}

function SendAction({ ticket }: { ticket: TicketState }) {
  const { adding, slots } = ticket
  if (ticket.unreachable) return <Retry slots={slots} />
  return (
    <div className="request-action" data-field="action">
      <ActionError ticket={ticket} />
      <Button
        type="submit"
        className="ticket-action"
        label={t('negotiation.send')}
        loading={adding.sending}
        disabled={!slots.data?.slots.some(isBookable)}
      />
      <p className="small muted">{t('negotiation.free')}</p>
    </div>
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
        <TextField {...field('name')} label={t('negotiation.name')} maxLength={longestName} autoComplete="name" />
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
        most={longestMessage}
      />
    </div>
  )
}

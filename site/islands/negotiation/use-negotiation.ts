import { useState, type SyntheticEvent } from 'react'
import { textError, useForm, type Form } from '../../features/forms/use-form'
import { usePrefill } from '../../features/forms/use-prefill'
import { api, problemOf, type Problem, type Schemas } from '../../features/http/api'
import { currencyInText, formatCount } from '../../lib/i18n/format'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'
import { recalledBuyer } from '../../features/order/buyer'
import { fullNumber } from '../../features/phone/calling-codes'
import { validPhone } from '../../features/phone/valid-phone'
import { textsOf } from '../../features/forms/texts-of'
import { draftName } from '../../features/booking/has-draft'
import { recall, remember } from '../../lib/browser/storage'
import { defaultCountry } from '../../features/phone/default-country'
import type { Draft } from '../../features/booking/ticket-draft'
import { ticketErrorOf, type TicketError } from '../../features/booking/ticket-error'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { useTicket } from '../../features/booking/use-ticket'
import { parseOffer } from './offer'
import { longestName, requestNames, requestSchema, type RequestValues } from './request-schema'

type NegotiationInput = Schemas['NegotiationInput']

/** A request that the server has accepted. */
export interface Sent {
  reference: string
  email: string
  choice: NegotiationInput['choice']
  draft: Draft
  /** In minor units. */
  offer?: number
}

/** The state of a price request: its ticket, its form and its result. */
export function useNegotiation(product: TicketProduct) {
  const [sent, setSent] = useState<Sent>()
  const memory = draftName('negotiation', product)
  const form = useRequestForm(product, memory)
  const ticket = useTicket(product, async (wanted, draft) => {
    const { phoneCountry, phone: number, offer: typed, ...rest } = form.values
    // Extras and the pickup are chosen in the cart.
    const choice = { ...wanted, extras: undefined }
    const offer = parseOffer(typed, product.currencyExponent)
    try {
      const typedPhone = { phoneCountry, phone: number }
      const phone = fullNumber((await validPhone(typedPhone)) ?? typedPhone)
      const { reference } = await api('POST', '/negotiations', { body: { ...rest, choice, offer, phone } })
      remember(memory, undefined)
      setSent({ reference, email: rest.email.trim(), choice, draft, offer })
    } catch (error) {
      return requestError(problemOf(error), draft, form)
    }
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (ticket.adding.sending || ticket.unreachable) return
    if (await form.submit(event)) ticket.adding.add()
  }
  const again = () => {
    form.set({ offer: '', message: '' })
    setSent(undefined)
  }
  return { ticket, form, sent, submit, again }
}

function useRequestForm(product: TicketProduct, memory: string): Form<RequestValues> {
  const [first] = useState<RequestValues>(() => {
    // The contact details that the visitor entered at a checkout.
    const { firstName = '', lastName = '', email = '', phone = '', phoneCountry = defaultCountry() } = recalledBuyer()
    const name = fullName({ firstName, lastName })
    return { offer: '', name, email, phoneCountry, phone, message: '', ...textsOf(recall(memory), requestNames) }
  })
  const form = useForm<RequestValues>({
    id: 'request',
    schema: requestSchema(product.currencyExponent),
    values: first,
    keep: (values) => remember(memory, values),
    text: (name, code) => (name === 'offer' ? offerError(product.currency) : textError(name, code)),
  })
  usePrefill(form, (user) => ({ name: fullName(user), email: user.email }))
  return form
}

function offerError(currency: string): string {
  return t('negotiation.offerWrong', { currency: currencyInText(currency), example: formatCount(1500) })
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim().slice(0, longestName)
}

/** Shows the server's errors beside their fields; other problems belong to a part of the ticket. */
function requestError(problem: Problem, { option }: Draft, form: Form<RequestValues>): TicketError {
  if (form.fail(problem)) return { at: 'request', text: problemText(problem) }
  if (problem.code === 'not_possible') return { at: 'action', text: t('negotiation.priced'), help: 'reload' }
  if (problem.code === 'too_many_tries') return { at: 'action', text: problemText(problem) }
  return ticketErrorOf(problem, option)
}

import { useState, type SyntheticEvent } from 'react'
import { textErrorOf, useForm, type Form } from '../../features/forms/use-form'
import { usePrefill } from '../../features/forms/use-prefill'
import { api, problemOf, type Problem, type Schemas } from '../../features/http/api'
import { currencyInText, formatCount } from '../../lib/i18n/format'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'
import { loadBuyer } from '../../features/order/buyer'
import { internationalNumber } from '../../features/phone/calling-codes'
import { normalizePhone } from '../../features/phone/valid-phone'
import { pickTexts } from '../../features/forms/texts-of'
import { draftKey } from '../../features/booking/has-draft'
import { readJson, writeJson } from '../../lib/browser/storage'
import { defaultCountry } from '../../features/phone/default-country'
import type { Draft } from '../../features/booking/ticket-draft'
import { ticketErrorOf, type TicketError } from '../../features/booking/ticket-error'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { useTicket } from '../../features/booking/use-ticket'
import { parseOffer } from './offer'
import { maxNameLength, requestFieldNames, requestSchema, type RequestValues } from './request-schema'

type NegotiationInput = Schemas['NegotiationInput']

/** A request that the server has accepted. */
export interface SentRequest {
  reference: string
  email: string
  choice: NegotiationInput['choice']
  draft: Draft
  /** In minor units. */
  offer?: number
}

/** The parts of a price request that stay when its form moves between the column and the sheet: fields and result. */
export function usePriceRequest(product: TicketProduct) {
  const [sent, setSent] = useState<SentRequest>()
  return { form: useRequestForm(product, storageKeyOf(product)), sent, setSent }
}

export type PriceRequest = ReturnType<typeof usePriceRequest>

const storageKeyOf = (product: TicketProduct) => draftKey('negotiation', product.slug)

/** The state of a price request with its ticket. */
export function useNegotiation(product: TicketProduct, { form, setSent }: PriceRequest) {
  usePrefill(form, (user) => ({ name: fullName(user), email: user.email }))
  const ticket = useTicket(product, async (ticketChoice, draft) => {
    const { phoneCountry, phone: number, offer: typed, ...rest } = form.current()
    // Extras and the pickup are chosen in the cart.
    const choice = { ...ticketChoice, extras: undefined }
    const offer = parseOffer(typed, product.currencyExponent)
    try {
      const typedPhone = { phoneCountry, phone: number }
      const phone = internationalNumber((await normalizePhone(typedPhone)) ?? typedPhone)
      const { reference } = await api('POST', '/negotiations', { body: { ...rest, choice, offer, phone } })
      writeJson(storageKeyOf(product), undefined)
      setSent({ reference, email: rest.email.trim(), choice, draft, offer })
    } catch (error) {
      return requestError(problemOf(error), draft, form)
    }
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (ticket.submission.sending || ticket.unreachable) return
    if (await form.submit(event)) ticket.submission.submit()
  }
  const startOver = () => {
    form.set({ offer: '', message: '' })
    setSent(undefined)
  }
  return { ticket, submit, startOver }
}

function useRequestForm(product: TicketProduct, storageKey: string): Form<RequestValues> {
  const [first] = useState<RequestValues>(() => {
    // The contact details that the visitor entered at a checkout.
    const { firstName = '', lastName = '', email = '', phone = '', phoneCountry = defaultCountry() } = loadBuyer()
    const name = fullName({ firstName, lastName })
    return {
      offer: '',
      name,
      email,
      phoneCountry,
      phone,
      message: '',
      ...pickTexts(readJson(storageKey), requestFieldNames),
    }
  })
  return useForm<RequestValues>({
    id: 'request',
    schema: requestSchema(product.currencyExponent),
    values: first,
    onChange: (values) => writeJson(storageKey, values),
    errorText: (name, code) => (name === 'offer' ? offerError(product.currency) : textErrorOf(name, code)),
  })
}

function offerError(currency: string): string {
  return t('negotiation.offerWrong', { currency: currencyInText(currency), example: formatCount(1500) })
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim().slice(0, maxNameLength)
}

/** Shows the server's errors beside their fields; other problems belong to a part of the ticket. */
function requestError(problem: Problem, { option }: Draft, form: Form<RequestValues>): TicketError {
  if (form.showProblem(problem)) return { part: 'request', text: problemText(problem) }
  if (problem.code === 'not_possible') return { part: 'action', text: t('negotiation.priced'), remedy: 'reload' }
  if (problem.code === 'too_many_tries') return { part: 'action', text: problemText(problem) }
  return ticketErrorOf(problem, option)
}

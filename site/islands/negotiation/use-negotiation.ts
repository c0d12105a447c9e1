import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { problemOf, type Problem } from '../../lib/api'
import { askForPrice, type NegotiationInput } from '../../lib/negotiation'
import { problemText } from '../../lib/problems'
import { knownUser } from '../../lib/session'
import { site } from '../../lib/site'
import { recalledBuyer } from '../checkout/buyer'
import { likelyCountry } from '../checkout/countries'
import type { Draft } from '../ticket/draft'
import { faultOf, type Fault } from '../ticket/fault'
import type { TicketProduct } from '../ticket/ticket-product'
import { useTicket } from '../ticket/use-ticket'
import { parseOffer } from './offer'
import {
  dialled,
  keepRequest,
  longestName,
  recalledRequest,
  requestNames,
  requestSchema,
  type RequestValues,
} from './request'

/** A request that the server has taken. */
export interface Sent {
  reference: string
  email: string
  choice: NegotiationInput['choice']
  draft: Draft
  /** In minor units. */
  offer?: number
}

/** A request for a price: the ticket that it is about, what is said beside it, and what became of it. */
export function useNegotiation(product: TicketProduct) {
  const form = useRequestForm(product)
  const [sent, setSent] = useState<Sent>()
  const ticket = useTicket(product, async (wanted, draft) => {
    const { phoneCountry, phone, offer: typed, ...rest } = form.getValues()
    // What is added to it and where it begins is said in the cart.
    const choice = { ...wanted, extras: undefined }
    const offer = parseOffer(typed, product.currencyExponent)
    try {
      const reference = await askForPrice({ ...rest, choice, offer, phone: await dialled({ phoneCountry, phone }) })
      keepRequest(product, undefined)
      setSent({ reference, email: rest.email.trim(), choice, draft, offer })
    } catch (error) {
      return complain(problemOf(error), draft, form)
    }
  })
  const send = form.handleSubmit(() => ticket.adding.add())
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!ticket.adding.sending && !ticket.unreachable) void send(event)
  }
  const again = () => {
    form.reset({ ...form.getValues(), offer: '', message: '' })
    setSent(undefined)
  }
  return { ticket, form, sent, submit, again }
}

function useRequestForm(product: TicketProduct) {
  const { shell } = site()
  const form = useForm<RequestValues>({
    resolver: valibotResolver(requestSchema(product.currencyExponent)),
    // Otherwise a number is not judged while any other field is wrong.
    criteriaMode: 'all',
    defaultValues: {
      offer: '',
      message: '',
      ...knownContact(shell.contact.phone),
      ...recalledRequest(product),
    },
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepRequest(product, values) }),
    [form, product],
  )
  useEffect(() => {
    const fill = async () => {
      const user = await knownUser()
      if (!user) return
      if (!form.getValues('name')) form.setValue('name', fullName(user))
      if (!form.getValues('email')) form.setValue('email', user.email)
    }
    fill().catch(() => {})
  }, [form])
  return form
}

/** What the tab knows of its visitor from a checkout. */
function knownContact(phoneOfShop: string | undefined) {
  const { firstName = '', lastName = '', email = '', phone = '', phoneCountry } = recalledBuyer()
  return {
    name: fullName({ firstName, lastName }),
    email,
    phone,
    phoneCountry:
      phoneCountry ??
      likelyCountry({
        languages: navigator.languages,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        phone: phoneOfShop,
      }),
  }
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim().slice(0, longestName)
}

/** Puts what the server found wrong where it belongs: beside a field, or to a part of the ticket. */
function complain(problem: Problem, { option }: Draft, form: UseFormReturn<RequestValues>): Fault {
  const codes = new Map(problem.fields?.map(({ name, code }) => [name, code]))
  const own = requestNames.filter((name) => codes.has(name))
  for (const name of own) form.setError(name, { message: codes.get(name) })
  if (own.length > 0) return { at: 'request', text: problemText(problem) }
  if (problem.code === 'not_possible') return { at: 'action', text: site().t('negotiation.priced'), help: 'reload' }
  if (problem.code === 'too_many_tries') return { at: 'action', text: problemText(problem) }
  return faultOf(problem, option)
}

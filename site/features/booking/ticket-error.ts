import type { Problem } from '../http/api'
import type { UnitType } from '../../lib/payload.gen'
import { problemText } from '../http/problems'
import { t } from '../../lib/site'
import { companionText, unitTitle } from '../../lib/i18n/units'

/** The part of a ticket that has an error. */
export type TicketPart = 'date' | 'times' | 'units' | 'length' | 'extras' | 'request' | 'action'

/** An error for the visitor: its field, its text, and a remedy. */
export interface TicketError {
  part: TicketPart
  text: string
  remedy?: 'cart' | 'contact' | 'reload'
}

/** NamedOption is the part of an option that error texts name. */
interface NamedOption {
  maxTravellers: number
  units: { id: string; type: UnitType; title?: string; price?: number; accompaniedBy?: string[] }[]
}

/** Returns the error for a choice that the server refused. */
export function ticketErrorOf({ code, fields, retryAfter }: Problem, option: NamedOption): TicketError {
  switch (code) {
    case 'sold_out':
      return { part: 'times', text: problemText({ code }) }
    case 'cart_full':
    case 'currency_mismatch':
      return { part: 'action', text: problemText({ code }), remedy: 'cart' }
    case 'too_many_tries':
      return { part: 'action', text: problemText({ code, retryAfter }) }
    case 'invalid':
      return fieldError(fields?.[0], option)
    case 'not_found':
      return staleProductError()
    default:
      return { part: 'action', text: t('ticket.unreachable'), remedy: 'contact' }
  }
}

type Field = NonNullable<Problem['fields']>[number]

/** Fields are named as in the API's Choice: `units.adult`, `extras.quad-bike`. */
function fieldError(field: Field | undefined, option: NamedOption): TicketError {
  const { name = '', code } = field ?? {}
  const [part, id] = name.split('.')
  if (part === 'date') return { part: 'date', text: t(code === 'closed' ? 'ticket.tooLate' : 'ticket.noOption') }
  if (part === 'startTime')
    return { part: 'times', text: t(code === 'required' ? 'ticket.chooseTime' : 'ticket.errorTime') }
  if (part === 'length' && code !== 'unknown') {
    return { part: 'length', text: t(code === 'min' ? 'ticket.errorShort' : 'ticket.errorLong') }
  }
  // The product has changed since the page was opened.
  if (code === 'unknown') return staleProductError()
  if (part === 'units') return { part: 'units', text: unitsError(id, code, option) }
  if (part === 'extras') return { part: 'extras', text: t('ticket.errorExtras') }
  return staleProductError()
}

function unitsError(id: string | undefined, code: Field['code'] | undefined, option: NamedOption): string {
  const unit = option.units.find((other) => other.id === id)
  if (!unit) return code === 'max' ? t('travellers.upTo', { count: option.maxTravellers }) : t('ticket.errorNobody')
  if (code === 'accompanied')
    return t('ticket.errorAlone', { unit: unitTitle(unit), company: companionText(unit, option.units) })
  return t(code === 'max' ? 'ticket.errorMany' : 'ticket.errorFew', { unit: unitTitle(unit) })
}

function staleProductError(): TicketError {
  return { part: 'action', text: t('ticket.errorStale'), remedy: 'reload' }
}

import * as v from 'valibot'
import { callingCode } from '../../features/country/calling-codes'
import { phoneOf } from '../../features/country/phone'
import { emailAddress, required } from '../../features/forms/rules'
import { recall, remember } from '../../lib/browser/tab-memory'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { draftName } from '../../features/booking/has-draft'
import { parseOffer } from './offer'

/** The API's most characters. */
export const longestName = 200
export const longestMessage = 1000

/** What a visitor says beside what he wants, as the form has it. Messages are the API's field codes. */
export function requestSchema(exponent: number) {
  return v.pipeAsync(
    v.object({
      offer: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => text === '' || parseOffer(text, exponent) !== undefined, 'format'),
      ),
      name: v.pipe(required, v.maxLength(longestName, 'max')),
      email: emailAddress,
      phoneCountry: v.pipe(
        required,
        v.check((country) => callingCode(country) !== '', 'unknown'),
      ),
      phone: v.pipe(required, v.maxLength(30, 'max')),
      message: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => [...text].length <= longestMessage, 'max'),
      ),
    }),
    v.forwardAsync(
      v.partialCheckAsync([['phoneCountry'], ['phone']], async (input) => (await phoneOf(input)) !== null, 'format'),
      ['phone'],
    ),
  )
}

export type RequestValues = v.InferInput<ReturnType<typeof requestSchema>>
export type RequestName = keyof RequestValues

/** In the order of the page. */
export const requestNames: readonly RequestName[] = ['offer', 'name', 'email', 'phoneCountry', 'phone', 'message']

/** What was typed in this tab about a product. */
export function recalledRequest(product: Pick<TicketProduct, 'slug'>): Partial<RequestValues> {
  const kept = recall(draftName('negotiation', product))
  if (typeof kept !== 'object' || kept === null) return {}
  const texts = Object.entries(kept).filter(
    ([key, value]) => (requestNames as readonly string[]).includes(key) && typeof value === 'string',
  )
  return Object.fromEntries(texts)
}

export function keepRequest(product: Pick<TicketProduct, 'slug'>, values: Partial<RequestValues> | undefined): void {
  remember(draftName('negotiation', product), values)
}

/** The number with its calling code, as it is dialled. */
export async function dialled(values: Pick<RequestValues, 'phoneCountry' | 'phone'>): Promise<string> {
  const { phoneCountry, phone } = (await phoneOf(values)) ?? values
  return `+${callingCode(phoneCountry)} ${phone}`
}

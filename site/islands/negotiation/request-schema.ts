import * as v from 'valibot'
import { fullNumber } from '../../features/phone/calling-codes'
import { validPhone } from '../../features/phone/valid-phone'
import { phoneSchema } from '../../features/phone/phone-schema'
import { atMost, emailAddress, required } from '../../features/forms/rules'
import { textsOf } from '../../features/forms/texts-of'
import { recall, remember } from '../../lib/browser/storage'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { draftName } from '../../features/booking/has-draft'
import { parseOffer } from './offer'

/** The API's limits, in characters. */
export const longestName = 200
export const longestMessage = 1000

/** The fields of a price request. Messages are the API's field codes. */
export function requestSchema(exponent: number) {
  return v.intersectAsync([
    v.object({
      offer: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => text === '' || parseOffer(text, exponent) !== undefined, 'format'),
      ),
      name: v.pipe(required, v.maxLength(longestName, 'max')),
      email: emailAddress,
      message: v.pipe(v.string(), v.trim(), atMost(longestMessage)),
    }),
    phoneSchema(30),
  ])
}

export type RequestValues = v.InferInput<ReturnType<typeof requestSchema>>

/** In the order of the page. */
const names = ['offer', 'name', 'email', 'phoneCountry', 'phone', 'message'] as const satisfies (keyof RequestValues)[]

/** Returns what was typed in this tab about a product. */
export function recalledRequest(product: Pick<TicketProduct, 'slug'>): Partial<RequestValues> {
  return textsOf(recall(draftName('negotiation', product)), names)
}

export function keepRequest(product: Pick<TicketProduct, 'slug'>, values: Partial<RequestValues> | undefined): void {
  remember(draftName('negotiation', product), values)
}

/** Returns the phone number with its calling code. */
export async function dialled(values: Pick<RequestValues, 'phoneCountry' | 'phone'>): Promise<string> {
  return fullNumber((await validPhone(values)) ?? values)
}

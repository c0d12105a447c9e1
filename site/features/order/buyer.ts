import * as v from 'valibot'
import { emailAddress, personName, required } from '../forms/rules'
import { rememberedBuyer } from './remembered-buyer'
import { recall, remember } from '../../lib/browser/tab-memory'
import { callingCode } from '../country/calling-codes'
import { phoneOf } from '../country/phone'

/** The buyer, as the form has it. Messages are the API's field codes. */
export const buyerSchema = v.pipeAsync(
  v.object({
    firstName: personName,
    lastName: personName,
    email: emailAddress,
    phoneCountry: v.pipe(
      required,
      v.check((country) => callingCode(country) !== '', 'unknown'),
    ),
    phone: v.pipe(required, v.maxLength(40, 'max')),
  }),
  v.forwardAsync(
    v.partialCheckAsync([['phoneCountry'], ['phone']], async (input) => (await phoneOf(input)) !== null, 'format'),
    ['phone'],
  ),
)

export type BuyerValues = v.InferInput<typeof buyerSchema>
type BuyerName = keyof BuyerValues

const buyerNames: readonly BuyerName[] = ['firstName', 'lastName', 'email', 'phoneCountry', 'phone']

const memory = 'buyer'

/** Returns what was typed in this tab, or the remembered buyer. */
export function recalledBuyer(): Partial<BuyerValues> {
  return { ...textsOf(rememberedBuyer()), ...textsOf(recall(memory)) }
}

function textsOf(kept: unknown): Partial<BuyerValues> {
  if (typeof kept !== 'object' || kept === null) return {}
  const texts = Object.entries(kept).filter(([key, value]) => isBuyerName(key) && typeof value === 'string')
  return Object.fromEntries(texts)
}

export function keepBuyer(values: Partial<BuyerValues>): void {
  remember(memory, values)
}

function isBuyerName(name: string): name is BuyerName {
  return (buyerNames as readonly string[]).includes(name)
}

import type * as v from 'valibot'
import { textsOf } from '../forms/texts-of'
import { recall, remember } from '../../lib/browser/storage'
import type { buyerSchema } from './buyer-schema'
import { rememberedBuyer } from './remembered-buyer'

export type BuyerValues = v.InferInput<typeof buyerSchema>

const names = ['firstName', 'lastName', 'email', 'phoneCountry', 'phone'] as const satisfies (keyof BuyerValues)[]
const memory = 'buyer'

/** Returns the details that were typed in this tab, or those of the remembered buyer. */
export function recalledBuyer(): Partial<BuyerValues> {
  return { ...textsOf(rememberedBuyer(), names), ...textsOf(recall(memory), names) }
}

export function keepBuyer(values: Partial<BuyerValues>): void {
  remember(memory, values)
}

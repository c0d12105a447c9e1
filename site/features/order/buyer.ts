import type * as v from 'valibot'
import { pickTexts } from '../forms/texts-of'
import { readJson, writeJson } from '../../lib/browser/storage'
import type { buyerSchema } from './buyer-schema'
import { rememberedBuyer } from './remembered-buyer'

export type BuyerValues = v.InferInput<typeof buyerSchema>

const fieldNames = ['firstName', 'lastName', 'email', 'phoneCountry', 'phone'] as const satisfies (keyof BuyerValues)[]
const storageKey = 'buyer'

/** Returns the details that were typed in this tab, or those of the remembered buyer. */
export function loadBuyer(): Partial<BuyerValues> {
  return { ...pickTexts(rememberedBuyer(), fieldNames), ...pickTexts(readJson(storageKey), fieldNames) }
}

export function saveBuyer(values: Partial<BuyerValues>): void {
  writeJson(storageKey, values)
}

import { readJson, writeJson } from '../../lib/browser/storage'

const key = 'buyer'

/** Returns the details of the buyer who has agreed to be remembered beyond the visit; undefined if there is none. */
export function rememberedBuyer(): unknown {
  return readJson(key, 'localStorage')
}

/** Remembers a buyer beyond this visit; undefined forgets them. */
export function rememberBuyer(buyer: object | undefined): void {
  writeJson(key, buyer, 'localStorage')
}

import { recall, remember } from '../../lib/browser/storage'

const key = 'buyer'

/** Returns the details of the buyer who has agreed to be remembered beyond the visit; undefined if there is none. */
export function rememberedBuyer(): unknown {
  return recall(key, 'localStorage')
}

/** Remembers a buyer beyond this visit; undefined forgets them. */
export function rememberBuyer(buyer: object | undefined): void {
  remember(key, buyer, 'localStorage')
}

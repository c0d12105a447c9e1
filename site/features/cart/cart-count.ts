import { persistentAtom } from '@nanostores/persistent'

const number = { encode: String, decode: (text: string) => Number(text) || 0 }

/** How many items there are: known on every page without asking the server, and the same in every tab. */
export const cartCount = persistentAtom<number>('cart-count', 0, number)

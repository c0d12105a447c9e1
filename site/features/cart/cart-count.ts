import { Persisted } from '../../lib/browser/persisted'

/** How many items the cart has: known on every page without asking the server, and the same in every tab. */
export const cartCount = new Persisted<number>('cart-count', 0, (text) => Number(text) || 0)

import { Persisted } from '../../lib/browser/persisted'

/** The number of items in the cart: every page reads it without a request, and all tabs share it. */
export const cartCount = new Persisted<number>('cart-count', 0, (text) => Number(text) || 0)

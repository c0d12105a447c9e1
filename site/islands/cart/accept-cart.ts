import { checkCart, type Cart } from '../../features/cart/cart'

/**
 * Accepts the cart as the visitor sees it, without the items that were shown as unavailable. Returns false if the cart
 * has changed or nothing can be booked; the store then has the cart to review.
 */
export async function acceptCart(shown: Cart): Promise<boolean> {
  const now = await checkCart()
  if (differs(shown, now) || !now.items.some(({ available }) => available)) return false
  if (now.items.every(({ available }) => available)) return true
  const rest = await checkCart({ dropUnavailable: true })
  return rest.total === shown.total && rest.items.length > 0
}

/** Reports whether two carts differ in what a visitor has to review. */
export function differs(shown: Cart, now: Cart): boolean {
  return shown.total !== now.total || shown.currency !== now.currency || standing(shown) !== standing(now)
}

function standing({ items }: Cart): string {
  return items.map(({ id, available }) => `${id} ${available}`).join()
}

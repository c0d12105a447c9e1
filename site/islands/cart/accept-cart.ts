import { checkCart, type Cart } from '../../features/cart/cart'

/**
 * Accepts the cart as the visitor sees it. False where it is not that any more, or nothing can be booked: what is now
 * so is in the store, to be reviewed. What was shown as not available is left behind.
 */
export async function acceptCart(shown: Cart): Promise<boolean> {
  const now = await checkCart()
  if (differs(shown, now) || !now.items.some(({ available }) => available)) return false
  if (now.items.every(({ available }) => available)) return true
  const rest = await checkCart({ dropUnavailable: true })
  return rest.total === shown.total && rest.items.length > 0
}

/** Whether a visitor who has seen one cart has to look at the other. */
export function differs(shown: Cart, now: Cart): boolean {
  return shown.total !== now.total || shown.currency !== now.currency || standing(shown) !== standing(now)
}

function standing({ items }: Cart): string {
  return items.map(({ id, available }) => `${id} ${available}`).join()
}

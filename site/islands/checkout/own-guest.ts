import type { Cart, Guest } from '../../lib/cart'
import type { Buyer } from '../../lib/order'
import { blankGuest, guestOf, isNamed, recalledGuest, sameGuest } from '../cart/guest'

/**
 * The guest to set before ordering where the buyer travels: he has something to tell the guide, or the cart still names
 * somebody else. Undefined where the cart is right as it is.
 */
export function buyerAsGuest(
  cart: Cart,
  { firstName, lastName, email, phone }: Buyer,
  dial: string,
): Guest | undefined {
  const typed = recalledGuest()
  if (!typed) return undefined
  const draft = { ...blankGuest, ...typed }
  if (isNamed(draft) || (!draft.info.trim() && !cart.guest)) return undefined
  const guest = guestOf({ name: `${firstName} ${lastName}`, email, phone: `+${dial} ${phone}`, info: draft.info })
  return sameGuest(guest, cart.guest) ? undefined : guest
}

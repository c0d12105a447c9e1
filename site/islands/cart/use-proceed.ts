import { useState } from 'react'
import { useForm } from '../../features/forms/use-form'
import { useAction } from '../../features/http/use-action'
import { cart as store, checkCart, dropPromoCode, setCartGuest, type Cart, type Guest } from '../../features/cart/cart'
import { navigate } from '../../lib/navigation/navigate'
import { problemText } from '../../features/http/problems'
import { guestDraft, keepGuest, sameGuest, type GuestDraft } from '../../features/cart/guest'
import { settled } from '../../features/cart/pending-edits'

/** Proceeds to the checkout if the guest is valid and the cart is as it is shown. */
export function useProceed(shown: Cart, review: () => void) {
  const [first] = useState<GuestDraft>(() => guestDraft(shown))
  const [trouble, setTrouble] = useState<'invalid' | 'cart_changed'>()
  const goOn = async (guest: Guest) => {
    if (!sameGuest(guest, shown.guest)) await setCartGuest(guest)
    if (shown.promoCode?.problem) await dropPromoCode()
    if (await acceptCart(shown)) return navigate('/checkout')
    if (store.get()?.outcome === 'all_available') setTrouble('cart_changed')
    review()
  }
  const form = useForm<GuestDraft, Guest>({
    id: 'guest',
    schema: () => import('../../features/cart/schemas').then(({ guestSchema }) => guestSchema),
    values: first,
    send: goOn,
    keep: keepGuest,
    onInvalid: () => setTrouble('invalid'),
  })
  const dropping = useAction()
  const proceed = async () => {
    setTrouble(undefined)
    await settled()
    await form.submit()
  }
  const known = trouble ? problemText({ code: trouble }) : form.problem
  return {
    form,
    problem: known ?? (dropping.problem && problemText(dropping.problem)),
    busy: form.busy || dropping.busy,
    proceed: () => void proceed(),
    dropUnavailable: () => void dropping.run(() => checkCart({ dropUnavailable: true })),
  }
}

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

/** Reports whether two carts differ in a way that the visitor has to review. */
export function differs(shown: Cart, now: Cart): boolean {
  return shown.total !== now.total || shown.currency !== now.currency || standing(shown) !== standing(now)
}

function standing({ items }: Cart): string {
  return items.map(({ id, available }) => `${id} ${available}`).join()
}

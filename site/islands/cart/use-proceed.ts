import { useState } from 'react'
import { useForm } from '../../features/forms/use-form'
import { useAction } from '../../features/http/use-action'
import {
  cart as store,
  checkCart,
  removePromoCode,
  setCartGuest,
  type Cart,
  type Guest,
} from '../../features/cart/cart'
import { navigate } from '../../lib/navigation/navigate'
import { problemText } from '../../features/http/problems'
import { loadGuest, saveGuest, sameGuest, type GuestDraft } from '../../features/cart/guest'
import { editsSettled } from '../../features/cart/pending-edits'

/** Proceeds to the checkout if the guest is valid and the cart is as it is shown. */
export function useProceed(shown: Cart, review: () => void) {
  const [initialGuest] = useState<GuestDraft>(() => loadGuest(shown))
  const [problemCode, setProblemCode] = useState<'invalid' | 'cart_changed'>()
  const sendAndProceed = async (guest: Guest) => {
    if (!sameGuest(guest, shown.guest)) await setCartGuest(guest)
    if (shown.promoCode?.problem) await removePromoCode()
    if (await acceptShownCart(shown)) return navigate('/checkout')
    if (store.get()?.outcome === 'all_available') setProblemCode('cart_changed')
    review()
  }
  const form = useForm<GuestDraft, Guest>({
    id: 'guest',
    schema: () => import('../../features/cart/schemas').then(({ guestSchema }) => guestSchema),
    values: initialGuest,
    send: sendAndProceed,
    onChange: saveGuest,
    onInvalid: () => setProblemCode('invalid'),
  })
  const removing = useAction()
  const proceed = async () => {
    setProblemCode(undefined)
    await editsSettled()
    await form.submit()
  }
  const proceedProblem = problemCode ? problemText({ code: problemCode }) : form.problem
  return {
    form,
    problem: proceedProblem ?? (removing.problem && problemText(removing.problem)),
    busy: form.busy || removing.busy,
    proceed: () => void proceed(),
    dropUnavailable: () => void removing.run(() => checkCart({ dropUnavailable: true })),
  }
}

/**
 * Accepts the cart as the visitor sees it, without the items that were shown as unavailable. Returns false if the cart
 * has changed or nothing can be booked; the store then has the cart to review.
 */
export async function acceptShownCart(shown: Cart): Promise<boolean> {
  const now = await checkCart()
  if (needsReview(shown, now) || !now.items.some(({ available }) => available)) return false
  if (now.items.every(({ available }) => available)) return true
  const rest = await checkCart({ dropUnavailable: true })
  return rest.total === shown.total && rest.items.length > 0
}

/** Reports whether two carts differ in a way that the visitor has to review. */
export function needsReview(shown: Cart, now: Cart): boolean {
  return shown.total !== now.total || shown.currency !== now.currency || availabilityKey(shown) !== availabilityKey(now)
}

function availabilityKey({ items }: Cart): string {
  return items.map(({ id, available }) => `${id} ${available}`).join()
}

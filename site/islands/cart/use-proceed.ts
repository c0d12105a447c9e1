import { useState } from 'react'
import { flushSync } from 'react-dom'
import { problemOf } from '../../features/http/api'
import { cart as store, checkCart, dropPromoCode, setCartGuest, type Cart } from '../../features/cart/cart'
import { focusFirst } from '../../features/forms/focus-first'
import { navigate } from '../../lib/navigation/navigate'
import { fieldTexts, problemText } from '../../features/http/problems'
import { site } from '../../lib/site'
import { guestDraft, guestOf, guestWrongs, keepGuest, sameGuest, type GuestDraft } from '../../features/cart/guest'
import { acceptCart } from './proceed'
import { settled } from '../../features/cart/pending-edits'

type Errors = Record<string, string>

/** The way from the cart to the checkout: what has to be right first, and what came up on the way. */
export function useProceed(shown: Cart, review: () => void) {
  const [guest, setGuest] = useState<GuestDraft>(() => guestDraft(shown))
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const changeGuest = (draft: GuestDraft) => {
    keepGuest(draft)
    setGuest(draft)
    // Validates again only what shows an error.
    setErrors((before) => only(guestErrors(draft), before))
  }
  const fail = (found: Errors, words?: string) => {
    flushSync(() => {
      setErrors(found)
      setProblem(words)
    })
    focusFirst(Object.keys(found))
  }
  const during = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const failure = problemOf(error)
      fail(fieldTexts(failure), problemText(failure))
    } finally {
      setBusy(false)
    }
  }
  const proceed = () =>
    during(async () => {
      await settled()
      const found = guestErrors(guest)
      if (Object.keys(found).length > 0) return fail(found, site().t('problem.invalid'))
      setErrors({})
      const next = guestOf(guest)
      if (!sameGuest(next, shown.guest)) await setCartGuest(next)
      if (shown.promoCode?.problem) await dropPromoCode()
      if (await acceptCart(shown)) return navigate('/checkout')
      if (store.get()?.outcome === 'all_available') setProblem(problemText({ code: 'cart_changed' }))
      review()
    })
  const dropUnavailable = () => during(async () => void (await checkCart({ dropUnavailable: true })))
  return { guest, changeGuest, errors, problem, busy, proceed, dropUnavailable }
}

function guestErrors(draft: GuestDraft): Errors {
  return fieldTexts({ fields: guestWrongs(draft) })
}

/** The errors of fields that had one before, and of everything that is no guest's. */
function only(now: Errors, before: Errors): Errors {
  const kept = Object.entries(before).filter(([name]) => !name.startsWith('guest.') || name in now)
  return Object.fromEntries(kept.map(([name, text]) => [name, now[name] ?? text]))
}

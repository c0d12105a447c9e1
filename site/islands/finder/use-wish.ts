import { useEffect, useEffectEvent, useState } from 'react'
import { dayAt, type Day } from '../../lib/i18n/clock'
import { modalDialog } from '../../lib/navigation/modal-dialog'
import { popEvent } from '../../lib/navigation/pop-event'
import { remember, searchedDay } from '../../lib/browser/tab-memory'
import { inShownCurrency, shownTender } from './tender'
import { isWished, readWish, writeWish, type Wish } from './wish'

/** Today where the visitor is: experiences are in several places. */
export function today(): Day {
  return dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

const wishOfAddress = () => inShownCurrency(readWish(window.location.search, today(), shownTender().currency))

/**
 * The wish that the address tells. A change of it is a step that back undoes, unless it only goes on with the step before
 * (`replace`). `base` is where a list that is wished for stands; as it was published it stays where it is.
 */
export function useWish(base?: string) {
  const [told, setWish] = useState(wishOfAddress)
  // Prices were told in the currency of then.
  const wish = inShownCurrency(told)
  // The page of an experience opens with the day that it was found for.
  useEffect(() => remember(searchedDay, wish.date), [wish.date])
  const [own] = useState(() => window.location.pathname)
  const change = (part: Partial<Wish>, how: 'push' | 'replace' = 'push') => {
    const next = { page: 1, ...part }
    const whole = { ...wish, ...next }
    const query = writeWish(whole, window.location.search).toString()
    const path = isWished(whole) ? (base ?? own) : own
    const address = path + (query && `?${query}`)
    // On a phone the filters stand in a layer, which has an entry of its own.
    const inLayer = document.querySelector(modalDialog) !== null
    if (how === 'push' && !inLayer) window.history.pushState({}, '', address)
    else window.history.replaceState(window.history.state, '', address)
    setWish(whole)
  }
  const onPop = useEffectEvent((event: Event) => {
    const { pathname } = window.location
    const before = wishOfAddress()
    if (pathname !== own && !(pathname === base && isWished(before))) return
    // Nobody need load the page anew for what it shows already.
    event.preventDefault()
    setWish(before)
  })
  useEffect(() => {
    const listener = (event: Event) => onPop(event)
    document.addEventListener(popEvent, listener)
    return () => document.removeEventListener(popEvent, listener)
  }, [])
  return { wish, change }
}

export type Change = ReturnType<typeof useWish>['change']

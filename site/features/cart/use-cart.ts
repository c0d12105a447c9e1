import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useRequest } from '../http/use-request'
import { problemOf, type ProblemCode } from '../http/api'
import { cart, loadCart, addAgreedOffer } from './cart'
import { useRestored } from '../../lib/browser/use-restored'
import { takeToken } from '../../lib/navigation/mailed-link'

const expiredCodes: ProblemCode[] = ['link_expired', 'not_found', 'invalid', 'sold_out']

/**
 * Fetches the cart when the island mounts and when the browser restores the page from its cache. The token of a mailed
 * offer adds the offer to the cart; `offerExpired` is true if the offer has expired.
 */
export function useCart() {
  const [offerExpired, setOfferExpired] = useState(false)
  const { problem, retry } = useRequest('cart', async () => {
    const { location, history } = window
    const mailed = location.href
    const token = takeToken('negotiation')
    if (token === null) return loadCart()
    const { href } = location
    try {
      return await addAgreedOffer(token)
    } catch (error) {
      if (expiredCodes.includes(problemOf(error).code)) {
        setOfferExpired(true)
        return loadCart()
      }
      // Another try, or a reload, takes it again.
      if (location.href === href) history.replaceState(history.state, '', mailed)
      throw error
    }
  })
  useRestored(retry)
  return { cart: useStore(cart), problem, retry, offerExpired }
}

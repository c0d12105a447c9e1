import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
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
  const token = useRef<string | null>(undefined)
  const [offerExpired, setOfferExpired] = useState(false)
  const { problem, retry } = useRequest('cart', async () => {
    if (token.current === undefined) token.current = takeToken('negotiation')
    if (token.current === null) return loadCart()
    try {
      const cartWithOffer = await addAgreedOffer(token.current)
      token.current = null
      return cartWithOffer
    } catch (error) {
      if (!expiredCodes.includes(problemOf(error).code)) throw error
      token.current = null
      setOfferExpired(true)
      return loadCart()
    }
  })
  useRestored(retry)
  return { cart: useStore(cart), problem, retry, offerExpired }
}

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useRequest } from '../http/use-request'
import { problemOf, type ProblemCode } from '../http/api'
import { cart, loadCart, addAgreedOffer } from './cart'
import { useRestored } from '../../lib/browser/use-restored'
import { readToken, removeToken } from '../../lib/navigation/mailed-link'

const expiredCodes: ProblemCode[] = ['link_expired', 'not_found', 'invalid', 'sold_out']

/**
 * Fetches the cart when the island mounts and when the browser restores the page from its cache. The token of a mailed
 * offer adds the offer to the cart; `offerExpired` is true if the offer has expired.
 */
export function useCart() {
  const [offerExpired, setOfferExpired] = useState(false)
  const { problem, retry } = useRequest('cart', async () => {
    const token = readToken('negotiation')
    if (token === null) return loadCart()
    try {
      const withOffer = await addAgreedOffer(token)
      removeToken('negotiation')
      return withOffer
    } catch (error) {
      if (!expiredCodes.includes(problemOf(error).code)) throw error
      removeToken('negotiation')
      setOfferExpired(true)
      return loadCart()
    }
  })
  useRestored(retry)
  return { cart: useStore(cart), problem, retry, offerExpired }
}

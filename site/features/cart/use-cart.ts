import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useRequest } from '../http/use-request'
import { problemOf, type Problem, type ProblemCode } from '../http/api'
import { cart, loadCart, addAgreedOffer } from './cart'
import { useRestored } from '../../lib/browser/use-restored'
import { readToken, removeToken } from '../../lib/navigation/mailed-link'

const expiredCodes: ProblemCode[] = ['link_expired', 'not_found', 'invalid', 'sold_out']
// The offer can be added once the cart has changed.
const misfitCodes: ProblemCode[] = ['cart_full', 'currency_mismatch']

/**
 * Fetches the cart when the island mounts and when the browser restores the page from its cache. The token of a mailed
 * offer adds the offer to the cart; `offerExpired` is true if the offer has expired. `misfit` says why it does not fit
 * into the cart; a reload then tries again.
 */
export function useCart() {
  const [offerExpired, setOfferExpired] = useState(false)
  const [misfit, setMisfit] = useState<Problem>()
  const { problem, retry } = useRequest('cart', async () => {
    const token = readToken('negotiation')
    if (token === null) return loadCart()
    try {
      const withOffer = await addAgreedOffer(token)
      removeToken('negotiation')
      setMisfit(undefined)
      return withOffer
    } catch (error) {
      const refusal = problemOf(error)
      const misfits = misfitCodes.includes(refusal.code)
      setMisfit(misfits ? refusal : undefined)
      if (misfits) return loadCart()
      if (!expiredCodes.includes(refusal.code)) throw error
      removeToken('negotiation')
      setOfferExpired(true)
      return loadCart()
    }
  })
  useRestored(retry)
  return { cart: useStore(cart), problem, retry, offerExpired, misfit }
}

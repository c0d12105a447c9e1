import { atom, onMount } from 'nanostores'
import type { api as Api, Schemas } from '../http/api'
import { Persisted } from '../../lib/browser/persisted'
import type { Choice } from '../booking/availability'
import { cartCount } from './cart-count'

export type Cart = Schemas['Cart']
export type CartItem = Schemas['CartItem']
export type Guest = Schemas['Guest']

// Names the cart's latest change, so that other tabs learn of those that leave the count as it is.
const revision = new Persisted<string>('cart-revision', '', String)

/** The cart as this tab last fetched it; undefined before the first request. */
export const cart = atom<Cart | undefined>(undefined)

// A tab that shows the cart fetches it again after another tab changes it.
onMount(cart, () => revision.listen((now) => (now === ownRevision ? undefined : void loadCart().catch(() => {}))))
let ownRevision = ''

/** Fetches the cart, checked against the live catalogue. */
export function loadCart(): Promise<Cart> {
  return enqueueRequest((api) => api('GET', '/cart'), false)
}

/** Puts a choice into the cart. Fails with `sold_out`, `cart_full`, `invalid` with its fields. */
export function addToCart(choice: Choice): Promise<Cart> {
  return enqueueRequest((api) => api('POST', '/cart/items', { body: choice }))
}

/** Replaces the choice of an item. */
export function changeCartItem(itemId: string, choice: Choice): Promise<Cart> {
  return enqueueRequest((api) => api('PUT', '/cart/items/{itemId}', { path: { itemId }, body: choice }))
}

/**
 * Puts a negotiated offer into the cart, by the token of the mailed answer. Fails with `link_expired`, and with
 * `not_found` for an unknown token.
 */
export function addAgreedOffer(token: string): Promise<Cart> {
  return enqueueRequest((api) => api('POST', '/negotiations/acceptance', { body: { token } }))
}

export function removeCartItem(itemId: string): Promise<Cart> {
  return enqueueRequest((api) => api('DELETE', '/cart/items/{itemId}', { path: { itemId } }))
}

/** Sets the lead traveller. */
export function setCartGuest(guest: Guest): Promise<Cart> {
  return enqueueRequest((api) => api('PUT', '/cart/guest', { body: guest }))
}

/** Applies a promo code in place of the one before. Fails with one of the codes that begin with `promo_`. */
export function applyPromoCode(code: string): Promise<Cart> {
  return enqueueRequest((api) => api('PUT', '/cart/promo-code', { body: { code } }))
}

export function removePromoCode(): Promise<Cart> {
  return enqueueRequest((api) => api('DELETE', '/cart/promo-code'))
}

/** Accepts the current prices; with `dropUnavailable`, removes items that cannot be booked. */
export function checkCart(input: Schemas['CartCheckInput'] = {}): Promise<Cart> {
  return enqueueRequest((api) => api('POST', '/cart/check', { body: input }))
}

/** Shows a cart that another request returned, as an order's retry does, in every tab. */
export function publishCart(now: Cart): Cart {
  ownRevision = `${Date.now()}-${Math.random()}`
  revision.set(ownRevision)
  return setCart(now)
}

/** Fetches the cart after signing in or out, and shows it in every tab. */
export function refreshCart(): void {
  enqueueRequest((api) => api('GET', '/cart')).catch(() => {})
}

let lastRequest: Promise<unknown> = Promise.resolve()

/**
 * Sends requests one after another, so that the last answer is of the last change. The request layer is loaded with the
 * first one: most pages only show the count.
 */
function enqueueRequest(send: (api: typeof Api) => Promise<Cart>, changesCart = true): Promise<Cart> {
  const answer = lastRequest
    .then(() => import('../http/api'))
    .then(({ api }) => send(api))
    .then((now) => (changesCart ? publishCart(now) : setCart(now)))
  lastRequest = answer.catch(() => {})
  return answer
}

function setCart(now: Cart): Cart {
  cart.set(now)
  if (cartCount.get() !== now.count) cartCount.set(now.count)
  return now
}

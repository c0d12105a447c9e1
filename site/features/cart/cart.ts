import { persistentAtom } from '@nanostores/persistent'
import { atom, onMount } from 'nanostores'
import type { components } from '../http/api.gen'
import { cartCount } from './cart-count'

export type Cart = components['schemas']['Cart']
export type CartItem = components['schemas']['CartItem']
export type Choice = components['schemas']['Choice']
export type Guest = components['schemas']['Guest']

// Names the cart's latest change, so that other tabs learn of those that leave the count as it is.
const revision = persistentAtom<string>('cart-revision', '')

/** The cart as the server last told it to this tab; undefined until someone asks. */
export const cart = atom<Cart | undefined>(undefined)

// A tab that shows the cart asks again when another tab has changed it.
onMount(cart, () => revision.listen((now) => (now === ownRevision ? undefined : void loadCart().catch(() => {}))))
let ownRevision = ''

/** Asks for the cart, checked against the live catalogue. */
export function loadCart(): Promise<Cart> {
  return inTurn(() => ask('/cart'), false)
}

/** Puts a choice into the cart. Fails with `sold_out`, `cart_full`, `invalid` with its fields. */
export function addToCart(choice: Choice): Promise<Cart> {
  return inTurn(() => ask('/cart/items', { method: 'POST', body: choice }))
}

/** Replaces what an item wants. */
export function changeCartItem(itemId: string, choice: Choice): Promise<Cart> {
  return inTurn(() => ask(itemPath(itemId), { method: 'PUT', body: choice }))
}

/**
 * Puts in what was agreed on, by the token of the mailed answer. Fails with `link_expired`, and with `not_found` for what
 * is no such token.
 */
export function takeAgreedPrice(token: string): Promise<Cart> {
  return inTurn(() => ask('/negotiations/acceptance', { method: 'POST', body: { token } }))
}

export function removeCartItem(itemId: string): Promise<Cart> {
  return inTurn(() => ask(itemPath(itemId), { method: 'DELETE' }))
}

/** Says who travels. */
export function setCartGuest(guest: Guest): Promise<Cart> {
  return inTurn(() => ask('/cart/guest', { method: 'PUT', body: guest }))
}

/** Applies a promo code in place of the one before. Fails with one of the codes that begin with `promo_`. */
export function applyPromoCode(code: string): Promise<Cart> {
  return inTurn(() => ask('/cart/promo-code', { method: 'PUT', body: { code } }))
}

export function dropPromoCode(): Promise<Cart> {
  return inTurn(() => ask('/cart/promo-code', { method: 'DELETE' }))
}

/** Accepts the prices of this moment; with `dropUnavailable`, takes out what cannot be booked. */
export function checkCart(input: components['schemas']['CartCheckInput'] = {}): Promise<Cart> {
  return inTurn(() => ask('/cart/check', { method: 'POST', body: input }))
}

/** Makes a cart that came by another way, as an order's retry does, the one that every tab shows. */
export function keepCart(now: Cart): Cart {
  show(now)
  tellOtherTabs()
  return now
}

/** Asks for the cart of who has just signed in or out: it is another one, in every tab. */
export function changeCart(): void {
  inTurn(() => ask('/cart')).catch(() => {})
}

interface Request {
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: object
}

/** The request layer comes with the first request: most pages only show the count. */
async function ask(path: string, request: Request = {}): Promise<Cart> {
  const { api } = await import('../http/api')
  return api<Cart>(path, request)
}

function itemPath(itemId: string): string {
  return `/cart/items/${encodeURIComponent(itemId)}`
}

let last: Promise<unknown> = Promise.resolve()

/** Sends requests one after another, so that the last answer is of the last change. */
function inTurn(send: () => Promise<Cart>, changes = true): Promise<Cart> {
  const answer = last.then(send).then((now) => {
    show(now)
    if (changes) tellOtherTabs()
    return now
  })
  last = answer.catch(() => {})
  return answer
}

function show(now: Cart): void {
  cart.set(now)
  if (cartCount.get() !== now.count) cartCount.set(now.count)
}

function tellOtherTabs(): void {
  ownRevision = `${Date.now()}-${Math.random()}`
  revision.set(ownRevision)
}

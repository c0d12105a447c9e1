import { cartCount } from '../../features/cart/cart-count'
import type { MessageTree } from '../../lib/i18n/message-tree'

// More would burst the badge; what is read out is the whole number.
const most = 99

/**
 * Keeps the header's cart links telling how many items are in the cart, in every tab. Plain DOM: every page has it, and
 * most have no other use for React. `strings` has the forms of booking.inCart.
 */
export function showCartCount(locale: string, strings: MessageTree): () => void {
  return cartCount.subscribe((count) => {
    for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      badge.hidden = count === 0
      badge.textContent = count > most ? `${most}+` : String(count)
    }
    for (const words of document.querySelectorAll<HTMLElement>('[data-cart-words]')) {
      words.textContent = count === 0 ? (words.dataset.cartWords ?? '') : inCart(count, locale, strings)
    }
  })
}

/** "Cart, 2 items" in the plural form of the language. */
function inCart(count: number, locale: string, { booking }: MessageTree): string {
  const forms = typeof booking === 'object' ? booking : {}
  const form = new Intl.PluralRules(locale).select(count)
  return String(forms[`inCart_${form}`] ?? forms.inCart_other ?? count).replace('{{count}}', String(count))
}

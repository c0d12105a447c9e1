import { cartCount } from '../../features/cart/cart-count'
import type { MessageTree } from '../../lib/i18n/message-tree'
import { messageText } from '../../lib/i18n/message-text'

// The badge has room for two digits; screen readers get the whole number.
const maxShown = 99

/** Shows the number of items on the header's cart links, in every tab. `messages` has the forms of booking.inCart. */
export function showCartCount(locale: string, messages: MessageTree): () => void {
  return cartCount.subscribe((count) => {
    for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      badge.hidden = count === 0
      badge.textContent = count > maxShown ? `${maxShown}+` : String(count)
    }
    const filled = messageText(messages, 'booking.inCart', { count, locale })
    for (const label of document.querySelectorAll<HTMLElement>('[data-cart-label]')) {
      label.textContent = count === 0 ? (label.dataset.cartLabel ?? '') : filled
    }
  })
}

import { t } from '../../lib/site'
import type { Choice } from '../booking/availability'
import type { ChangedItem } from '../booking/ticket-draft'
import { problemOf } from '../http/api'
import { raiseToast } from '../toasts/raise-toast'
import { addToCart, changeCartItem } from './cart'

/** Puts a choice into the cart, in place of an item if one is given, and shows a toast. */
export async function putIntoCart(choice: Choice, item?: ChangedItem): Promise<void> {
  await (item ? replaceItem(item, choice) : addToCart(choice))
  raiseToast({ kind: 'success', text: t(item ? 'ticket.changed' : 'ticket.added') })
}

/** Replaces an item but keeps its places; adds the choice if the item was removed or ordered meanwhile. */
async function replaceItem({ id, ...places }: ChangedItem, choice: Choice): Promise<void> {
  const changed = { ...choice, ...places }
  try {
    await changeCartItem(id, changed)
  } catch (error) {
    if (problemOf(error).code !== 'not_found') throw error
    await addToCart(changed)
  }
}

import { writeJson } from '../../lib/browser/storage'
import type { CartItem } from '../cart/cart'
import type { Choice } from './availability'
import { countsOf } from './counts'
import { draftKey } from './has-draft'

/** Keeps the choice of an item of the cart, so that its product's ticket opens with it and changes it. */
export function saveItemDraft(id: string, { product, option, date, startTime, length, ...choice }: Choice): void {
  const { units, extras = [], pickup, dropOff } = choice
  writeJson(draftKey('ticket', product, `?item=${id}`), {
    option,
    date,
    startTime,
    length,
    units: countsOf(units),
    extras: countsOf(extras),
    changes: { id, pickup, dropOff },
  })
}

/** Forgets the draft that changes an item, since the item is removed. */
export function dropItemDraft({ id, product }: CartItem): void {
  writeJson(draftKey('ticket', product.slug, `?item=${id}`), undefined)
}

import { useState } from 'react'
import { flushSync } from 'react-dom'
import { problemOf, type Problem } from '../../features/http/api'
import { addToCart, loadCart, removeCartItem, type Cart, type CartItem } from '../../features/cart/cart'
import { t } from '../../lib/site'
import { editErrorText, Item } from './item'
import { dropItemDraft } from '../../features/booking/item-draft'
import { confirmedChoice } from '../../features/cart/pending-edits'

/** A removed item that can be put back. Its row is before the item with the id, or at the end. */
interface Removed {
  item: CartItem
  before?: string
  problem?: Problem
}

/** Keeps the items that the visitor has removed, even when the cart is empty. */
export function useRemovedItems() {
  const [removed, setRemoved] = useState<Removed[]>([])
  const [failed, setFailed] = useState<Problem>()
  const remove = async (item: CartItem, items: CartItem[]) => {
    const before = items[items.indexOf(item) + 1]?.id
    setFailed(undefined)
    try {
      await removeCartItem(item.id).catch(loadIfRemoved)
      dropItemDraft(item)
      setRemoved((others) => [...others, { item, before }])
    } catch (error) {
      setFailed(problemOf(error))
    }
  }
  const undo = async ({ item }: Removed) => {
    try {
      await addToCart(confirmedChoice(item))
      flushSync(() => setRemoved((all) => all.filter((one) => one.item !== item)))
      if (document.activeElement === document.body) focusLastItem()
    } catch (error) {
      setRemoved((all) => all.map((one) => (one.item === item ? { ...one, problem: problemOf(error) } : one)))
    }
  }
  return { removed, failed, remove, undo }
}

/** Fetches the cart if the item was removed before: by another device, or by a request whose answer was lost. */
function loadIfRemoved(error: unknown): Promise<Cart> {
  if (problemOf(error).code !== 'not_found') throw error
  return loadCart()
}

interface Props extends Pick<ReturnType<typeof useRemovedItems>, 'removed' | 'remove' | 'undo'> {
  cart: Cart
}

export function Items({ cart, removed, remove, undo }: Props) {
  const { items } = cart
  const rowsBefore = (before?: string) => removed.filter((one) => nextRowId(one, items) === before)
  return (
    <ul className="cart-items">
      {items.map((item) => [
        ...rowsBefore(item.id).map((one) => <RemovedRow key={one.item.id} removed={one} undo={undo} />),
        <Item key={item.id} item={item} currency={cart} onRemove={() => void remove(item, items)} />,
      ])}
      {rowsBefore(undefined).map((one) => (
        <RemovedRow key={one.item.id} removed={one} undo={undo} />
      ))}
    </ul>
  )
}

function nextRowId({ before }: Removed, items: CartItem[]): string | undefined {
  return items.some(({ id }) => id === before) ? before : undefined
}

/** Focuses a part of a row, and scrolls to the row. */
function focusRow(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true })
  part?.closest('li')?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the title of the last item, which is the one that was put back. */
function focusLastItem(): void {
  focusRow([...document.querySelectorAll<HTMLElement>('.cart-items > li:not(.cart-removed) h3 a')].at(-1) ?? null)
}

/**
 * A removed item, with the button that puts it back. The button gets the focus. An item with an agreed price has no
 * button: its mailed link puts it back.
 */
function RemovedRow({ removed, undo }: { removed: Removed; undo: Props['undo'] }) {
  const { item, problem } = removed
  const { agreed, agreedEnded, product } = item
  const text = t('cart.removed', { title: product.title })
  if (agreed || agreedEnded) {
    return (
      <li className="cart-removed">
        <span ref={focusRow} role="status" tabIndex={-1}>
          {text}
          {agreed && <span className="block small">{t('cart.removedAgreed')}</span>}
        </span>
      </li>
    )
  }
  return (
    <li className="cart-removed">
      <span role="status">{text}</span>
      <button ref={focusRow} type="button" className="go link" onClick={() => void undo(removed)}>
        {t('cart.undo')}
      </button>
      <div role="alert">{problem && <p className="field-error">{editErrorText(problem)}</p>}</div>
    </li>
  )
}

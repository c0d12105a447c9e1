import '../../features/order/booking.css'
import './cart.css'
import { CartLoading } from '../../features/cart/cart-loading'
import { EmptyCart } from '../../features/cart/empty-cart'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'
import { useCart } from '../../features/cart/use-cart'
import { useRef, useState } from 'react'
import { OutcomeNotice } from '../../features/cart/outcome-notice'
import { Button } from '../../components/ui/button'
import { type Cart, addToCart, removeCartItem, type CartItem } from '../../features/cart/cart'
import { problemText } from '../../features/http/problems'
import { GuestForm } from './guest-form'
import { Summary } from './summary'
import { useProceed } from './use-proceed'
import { problemOf, type Problem } from '../../features/http/api'
import { Item } from './item'
import { choiceOf } from '../../features/cart/pending-edits'

/** The cart: its items, the lead traveller and the total. */
export function CartIsland() {
  const { cart, problem, retry, ended } = useCart()
  const kept = useRemoved()
  if (!cart) return <CartLoading empty={<EmptyCart />} problem={problem} onRetry={retry} />
  const notice = (
    <div role="status">
      {ended && (
        <div className="notice outcome outcome-changed">
          <Icon name="info" />
          <p>{t('cart.agreedEnded')}</p>
        </div>
      )}
    </div>
  )
  if (cart.items.length > 0) {
    return (
      <>
        {notice}
        <FullCart cart={cart} kept={kept} />
      </>
    )
  }
  return (
    <>
      {notice}
      <Items cart={cart} {...kept} />
      <EmptyCart />
    </>
  )
}

function FullCart({ cart, kept }: { cart: Cart; kept: ReturnType<typeof useRemoved> }) {
  const notice = useRef<HTMLDivElement>(null)
  const going = useProceed(cart, () => notice.current?.focus())
  const open = cart.items.filter(({ available }) => available)
  return (
    <div className="booking-grid">
      <div>
        <h2 className="sr-only">{t('cart.items')}</h2>
        <div ref={notice} tabIndex={-1} role="status">
          <OutcomeNotice cart={cart}>
            {open.length < cart.items.length && (
              <Button
                variant="outlined"
                label={t('cart.dropUnavailable')}
                loading={going.busy}
                onClick={going.dropUnavailable}
              />
            )}
          </OutcomeNotice>
        </div>
        <div role="alert">{kept.failed && <p className="field-error">{problemText(kept.failed)}</p>}</div>
        <Items cart={cart} {...kept} />
        {open.length > 0 && <GuestForm form={going.form} items={open} />}
      </div>
      <div className="booking-side">
        <Summary cart={cart} busy={going.busy} problem={going.problem} onProceed={going.proceed} />
      </div>
    </div>
  )
}

/** A removed item that can be put back. Its row is before the item with the id, or at the end. */
interface Removed {
  item: CartItem
  before?: string
  problem?: Problem
}

/** Keeps the items that the visitor has removed, even when the cart is empty. */
function useRemoved() {
  const [removed, setRemoved] = useState<Removed[]>([])
  const [failed, setFailed] = useState<Problem>()
  const remove = async (item: CartItem, items: CartItem[]) => {
    const before = items[items.indexOf(item) + 1]?.id
    setFailed(undefined)
    try {
      await removeCartItem(item.id)
      setRemoved((others) => [...others, { item, before }])
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code !== 'not_found') setFailed(problem)
    }
  }
  const undo = async ({ item }: Removed) => {
    const others = (all: Removed[]) => all.filter((one) => one.item.id !== item.id)
    try {
      await addToCart(choiceOf(item))
      setRemoved(others)
    } catch (error) {
      const problem = problemOf(error)
      setRemoved((all) => all.map((one) => (one.item.id === item.id ? { ...one, problem } : one)))
    }
  }
  return { removed, failed, remove, undo }
}

type Kept = ReturnType<typeof useRemoved>

interface Props extends Pick<Kept, 'removed' | 'remove' | 'undo'> {
  cart: Cart
}

function Items({ cart, removed, remove, undo }: Props) {
  const { items } = cart
  const at = (before?: string) => removed.filter((one) => placeOf(one, items) === before)
  return (
    <ul className="cart-items">
      {items.map((item) => [
        ...at(item.id).map((one) => <RemovedRow key={one.item.id} removed={one} undo={undo} />),
        <Item key={item.id} item={item} currency={cart} onRemove={() => void remove(item, items)} />,
      ])}
      {at(undefined).map((one) => (
        <RemovedRow key={one.item.id} removed={one} undo={undo} />
      ))}
    </ul>
  )
}

function placeOf({ before }: Removed, items: CartItem[]): string | undefined {
  return items.some(({ id }) => id === before) ? before : undefined
}

/** Focuses a button, and scrolls to its row. */
function showRow(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
  button?.closest('li')?.scrollIntoView({ block: 'nearest' })
}

/** A removed item, with the button that puts it back, which takes the focus of the item. */
function RemovedRow({ removed, undo }: { removed: Removed; undo: Kept['undo'] }) {
  const { item, problem } = removed
  return (
    <li className="cart-removed">
      <span role="status">{t('cart.removed', { title: item.product.title })}</span>
      <button ref={showRow} type="button" className="go link" onClick={() => void undo(removed)}>
        {t('cart.undo')}
      </button>
      <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
    </li>
  )
}

import { Sum } from '../../features/order/sum'
import { CartSums, TotalBeside } from '../../features/cart/cart-sums'
import { Button } from '../../components/ui/button'
import { type Cart, applyPromoCode, dropPromoCode } from '../../features/cart/cart'
import { href, site, t } from '../../lib/site'
import { useState } from 'react'
import { Icon } from '../../components/ui/icon'
import { TextField } from '../../features/forms/text-field'
import { focusShown } from '../../features/forms/focus-first'
import { useForm } from '../../features/forms/use-form'
import { useAction } from '../../features/http/use-action'
import type { ProblemCode } from '../../features/http/api'
import { problemText } from '../../features/http/problems'

interface Props {
  cart: Cart
  busy: boolean
  /** The error text of the last attempt to proceed. */
  problem?: string
  onProceed: () => void
}

/** The total, the promo code, and the button to the checkout. */
export function Summary({ cart, busy, problem, onProceed }: Props) {
  const { listingPath } = site()
  const some = cart.items.some(({ available }) => available)
  const all = cart.items.every(({ available }) => available)
  return (
    <section className="ticket ticket-frame" aria-labelledby="summary">
      <div className="ticket-body">
        <h2 id="summary">{t('cart.summary')}</h2>
        {some && <SummaryItems cart={cart} />}
        <CartSums cart={cart} dropPromo={cart.promoCode && <DropPromo code={cart.promoCode.code} />} />
        {!cart.promoCode && some && <PromoCode />}
        <p className="sr-only" role="status">
          {cart.promoCode && !cart.promoCode.problem && t('cart.promoApplied', { code: cart.promoCode.code })}
        </p>
      </div>
      <hr className="tear" />
      <div className={some ? 'ticket-body way-on' : 'ticket-body'}>
        {some && <TotalBeside cart={cart} />}
        {some ? (
          <Button className="ticket-action" label={t('cart.proceed')} loading={busy} onClick={onProceed} />
        ) : (
          <Button className="ticket-action" label={t('cart.browse')} href={href(listingPath)} />
        )}
        {some && !all && <p className="small muted">{t('cart.proceedRest')}</p>}
        <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      </div>
    </section>
  )
}

/** The activities of the total. */
function SummaryItems({ cart }: Pick<Props, 'cart'>) {
  return (
    <ul className="sums summary-items">
      {cart.items
        .filter(({ available }) => available)
        .map(({ id, product, price }) => (
          <Sum key={id} text={product.title} amount={price.total} currency={cart} />
        ))}
    </ul>
  )
}

// The buttons that take the focus when the form or the applied code disappears.
const addId = 'promo-add'
const dropId = 'promo-drop'

function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** A promo code behind a link. */
function PromoCode() {
  const [open, setOpen] = useState(false)
  if (open) return <PromoForm />
  return (
    <button id={addId} type="button" className="go link" onClick={() => setOpen(true)}>
      {t('cart.promoAdd')}
    </button>
  )
}

/** The field of a code. It keeps a code that does not apply, with the reason beside it. */
function PromoForm() {
  const { field, busy, problem, submit } = useForm({
    id: 'promo',
    schema: () => import('../../features/cart/schemas').then(({ promoSchema }) => promoSchema),
    values: { code: '' },
    text: (_, code) => (code === 'required' ? t('form.required') : problemText({ code: code as ProblemCode })),
    send: async ({ code }) => {
      await applyPromoCode(code)
      focusSoon(dropId)
    },
    fieldOf: ({ code }) => (code.startsWith('promo_') ? { name: 'code', code } : undefined),
  })
  return (
    <form className="promo" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        {...field('code')}
        label={t('cart.promoField')}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        ref={focusShown}
      />
      <Button type="submit" variant="outlined" label={t('cart.promoApply')} loading={busy} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

/** Removes the applied promo code, which stays in the summary until the server has answered. */
function DropPromo({ code }: { code: string }) {
  const { busy, run } = useAction()
  const drop = async () => {
    if (!(await run(dropPromoCode))) focusSoon(addId)
  }
  return (
    <button
      id={dropId}
      type="button"
      className="inline-action"
      aria-label={t('cart.promoDrop', { code })}
      aria-disabled={busy || undefined}
      onClick={() => void drop()}
    >
      <Icon name="cross" />
    </button>
  )
}

import { useState } from 'react'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { TextField } from '../../features/forms/text-field'
import { focusShown } from '../../features/forms/focus-first'
import { useForm } from '../../features/forms/use-form'
import { useAction } from '../../features/http/use-action'
import type { ProblemCode } from '../../features/http/api'
import { applyPromoCode, removePromoCode } from '../../features/cart/cart'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'

// The buttons that take the focus when the form or the applied code disappears.
const addId = 'promo-add'
const removeId = 'promo-drop'

function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** A promo code behind a link. */
export function PromoCode() {
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
    errorText: (_, code) => (code === 'required' ? t('form.required') : problemText({ code: code as ProblemCode })),
    send: async ({ code }) => {
      await applyPromoCode(code)
      focusSoon(removeId)
    },
    fieldOfProblem: ({ code }) => (code.startsWith('promo_') ? { name: 'code', code } : undefined),
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
export function RemovePromo({ code }: { code: string }) {
  const { busy, run } = useAction()
  const remove = async () => {
    if (!(await run(removePromoCode))) focusSoon(addId)
  }
  return (
    <button
      id={removeId}
      type="button"
      className="sign-button inline-action"
      aria-label={t('cart.promoDrop', { code })}
      aria-disabled={busy || undefined}
      onClick={() => void remove()}
    >
      <Icon name="cross" />
    </button>
  )
}

import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { TextField } from '../../features/forms/text-field'
import { problemOf } from '../../features/http/api'
import { applyPromoCode, dropPromoCode } from '../../features/cart/cart'
import { fieldTexts, problemText } from '../../features/http/problems'
import { site } from '../../lib/site'

// What takes the focus where the code, or the place to type it, goes away under it.
const addId = 'promo-add'
const dropId = 'promo-drop'

function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** A promo code behind a link. */
export function PromoCode() {
  const { t } = site()
  const [open, setOpen] = useState(false)
  if (open) return <PromoForm />
  return (
    <button id={addId} type="button" className="go link" onClick={() => setOpen(true)}>
      {t('cart.promoAdd')}
    </button>
  )
}

/** What was typed stays where the code does not apply, with the reason beside it. */
function PromoForm() {
  const { t } = site()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const apply = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!code.trim()) return setError(t('form.required'))
    setBusy(true)
    setError(undefined)
    try {
      await applyPromoCode(code.trim())
      focusSoon(dropId)
    } catch (failure) {
      const problem = problemOf(failure)
      setError(fieldTexts(problem).code ?? problemText(problem))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="promo" onSubmit={(event) => void apply(event)} noValidate>
      <TextField
        id={id}
        label={t('cart.promoField')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        ref={field}
      />
      <Button type="submit" variant="outlined" label={t('cart.promoApply')} loading={busy} />
    </form>
  )
}

/** Drops the promo code that is applied. */
export function DropPromo({ code }: { code: string }) {
  const { t } = site()
  const [busy, setBusy] = useState(false)
  const drop = () => {
    setBusy(true)
    // It stands in the summary until the server has let go of it.
    dropPromoCode().then(
      () => focusSoon(addId),
      () => setBusy(false),
    )
  }
  return (
    <button
      id={dropId}
      type="button"
      className="inline-action"
      aria-label={t('cart.promoDrop', { code })}
      disabled={busy}
      onClick={drop}
    >
      <Icon name="cross" />
    </button>
  )
}

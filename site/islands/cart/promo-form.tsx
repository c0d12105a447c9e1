import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../components/ui/button'
import { TextField } from '../../components/ui/text-field'
import { problemOf } from '../../lib/api'
import { applyPromoCode } from '../../lib/cart'
import { fieldTexts, problemText } from '../../lib/problems'
import { site } from '../../lib/site'
import { focusSoon, promoDropId } from './promo-code'

/** What was typed stays where the code does not apply, with the reason beside it. */
export function PromoForm() {
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
      focusSoon(promoDropId)
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

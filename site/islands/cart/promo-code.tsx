import { lazy, Suspense, useState } from 'react'
import { site } from '../../lib/site'

const PromoForm = lazy(() => import('./promo-form').then((module) => ({ default: module.PromoForm })))

/** What takes the focus where the code, or the place to type it, goes away under it. */
export const promoAddId = 'promo-add'
export const promoDropId = 'promo-drop'

export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** A promo code behind a link. */
export function PromoCode() {
  const { t } = site()
  const [open, setOpen] = useState(false)
  if (open) {
    return (
      <Suspense>
        <PromoForm />
      </Suspense>
    )
  }
  return (
    <button id={promoAddId} type="button" className="go link" onClick={() => setOpen(true)}>
      {t('cart.promoAdd')}
    </button>
  )
}

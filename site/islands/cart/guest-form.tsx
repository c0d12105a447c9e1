import { useState } from 'react'
import { Disclosure } from '../../components/ui/disclosure'
import { Section } from '../../components/blocks/section'
import { EmailField, FieldError, TextField } from '../../features/forms/text-field'
import type { CartItem, Guest } from '../../features/cart/cart'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import type { Form } from '../../features/forms/use-form'
import { isNamed, type GuestDraft } from '../../features/cart/guest'

interface Props {
  form: Form<GuestDraft, Guest>
  /** Those that can be booked. */
  items: CartItem[]
}

/** Who travels, where that is not the buyer; how many; what the guide should know. */
export function GuestForm({ form, items }: Props) {
  const { t } = site()
  const { values } = form
  const named = isNamed(values)
  const info = form.field('info')
  // Only at first, so that a field which is emptied again does not close while the visitor types.
  const [opened] = useState(() => named || values.info !== '')
  const field = (name: keyof GuestDraft) => ({
    ...form.field(name),
    required: named,
    optional: named ? undefined : t('form.optional'),
  })
  return (
    <Section title={t('cart.guest')} id="guest">
      <Disclosure title={t('cart.guestFold')} opened={opened}>
        <p className="muted">{t('cart.guestText')}</p>
        <div className="field-grid">
          <TextField {...field('name')} label={t('cart.guestName')} maxLength={200} autoComplete="off" />
          <p className="text-field">
            <span>{t('cart.guests')}</span>
            <output className="field-fixed">{guestsOf(items)}</output>
          </p>
          <TextField
            {...field('phone')}
            label={t('cart.guestPhone')}
            type="tel"
            dir="ltr"
            maxLength={40}
            autoComplete="off"
          />
          <EmailField {...field('email')} label={t('cart.guestEmail')} autoComplete="off" />
          <div className="text-field field-wide">
            <label htmlFor={info.id}>
              {t('cart.guestInfo')} <span className="muted">({t('form.optional')})</span>
            </label>
            <textarea
              id={info.id}
              className="field"
              rows={3}
              maxLength={1000}
              value={info.value}
              aria-describedby={info.error && `${info.id}-error`}
              onChange={info.onChange}
            />
            <FieldError id={info.id} text={info.error} />
          </div>
        </div>
      </Disclosure>
    </Section>
  )
}

/**
 * How many people travel; from fewest to most where that differs from activity to activity, and at most so many where
 * something is counted that takes several: nobody says how many come in a car.
 */
function guestsOf(items: CartItem[]): string {
  const { t } = site()
  const counts = items.map(({ travellers }) => travellers)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const shared = items.some(({ units }) => units.some(({ quantity, paxCount }) => quantity > 0 && paxCount > 1))
  if (shared) return t('travellers.upTo', { count: most })
  if (fewest === most) return t('travellers.count', { count: most })
  return t('facts.between', { from: formatCount(fewest), to: formatCount(most) })
}

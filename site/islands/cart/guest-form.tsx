import { useId, useState } from 'react'
import { Disclosure } from '../../components/ui/disclosure'
import { Section } from '../../components/blocks/section'
import { EmailField, FieldError, TextField } from '../../features/forms/text-field'
import type { CartItem } from '../../features/cart/cart'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { isNamed, type GuestDraft, type GuestField } from '../../features/cart/guest'

interface Props {
  draft: GuestDraft
  /** What is wrong, in words, by the API's names: `guest.email`. */
  errors: Record<string, string>
  /** Those that can be booked. */
  items: CartItem[]
  onChange: (draft: GuestDraft) => void
}

/** Who travels, where that is not the buyer; how many; what the guide should know. */
export function GuestForm({ draft, errors, items, onChange }: Props) {
  const { t } = site()
  const info = useId()
  const named = isNamed(draft)
  // Only at first: what is emptied again is not folded away from under whoever types.
  const [opened] = useState(() => named || draft.info !== '')
  const field = (name: GuestField) => ({
    id: `guest.${name}`,
    value: draft[name],
    error: errors[`guest.${name}`],
    required: named,
    optional: named ? undefined : t('form.optional'),
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
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
            <label htmlFor={info}>
              {t('cart.guestInfo')} <span className="muted">({t('form.optional')})</span>
            </label>
            <textarea
              id={info}
              className="field"
              rows={3}
              maxLength={1000}
              value={draft.info}
              aria-describedby={errors['guest.info'] ? `${info}-error` : undefined}
              onChange={(event) => onChange({ ...draft, info: event.target.value })}
            />
            <FieldError id={info} text={errors['guest.info']} />
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
